import { connect, type Socket } from 'node:net'
import type { WatchProtocol } from './formats/watch-protocol.ts'

const FIRST_RETRY_MS = 1_000
const SPREAD_MS = 2_000

export type TcpConnection = {
  isOpen: () => boolean
  send: (frames: readonly string[]) => void
  /** Falls without a closing message, and stays down until `restore`. */
  drop: () => void
  restore: () => void
  opened: () => Promise<void>
  close: () => void
}

type Options = {
  address: { host: string; port: number }
  imei: string
  protocol: WatchProtocol
  onOpen: () => void
  onProblem: (problem: Error) => void
}

/** A watch's plain socket: sends who it is whenever it is up, answers its orders, and comes back by itself. */
export function openTcpConnection({ address, imei, protocol, onOpen, onProblem }: Options): TcpConnection {
  let socket: Socket | undefined
  let isUp = false
  let stays = true
  let timer: NodeJS.Timeout | undefined
  let received = ''
  const waiting: (() => void)[] = []

  const receive = (chunk: Buffer): void => {
    const { frames, rest } = protocol.split(received + chunk.toString('latin1'))
    received = rest
    // The first bytes that come back mean that it was let in.
    if (!isUp) {
      isUp = true
      onOpen()
      for (const resolve of waiting.splice(0)) resolve()
    }
    for (const frame of frames) write(protocol.answer(frame))
  }
  const write = (frames: readonly string[]): void => {
    for (const frame of frames) socket?.write(frame, 'latin1')
  }
  const dial = (): void => {
    received = ''
    socket = connect({ ...address, noDelay: true })
    socket.on('connect', () => write([protocol.hello(imei)]))
    socket.on('data', receive)
    socket.on('error', onProblem)
    socket.on('close', () => {
      isUp = false
      if (stays) timer = setTimeout(dial, FIRST_RETRY_MS + Math.random() * SPREAD_MS)
    })
  }
  dial()

  const drop = (): void => {
    stays = false
    clearTimeout(timer)
    socket?.destroy()
  }
  return {
    isOpen: () => isUp,
    send: write,
    drop,
    restore: () => {
      stays = true
      dial()
    },
    opened: () => (isUp ? Promise.resolve() : new Promise((resolve) => waiting.push(resolve))),
    close: drop,
  }
}
