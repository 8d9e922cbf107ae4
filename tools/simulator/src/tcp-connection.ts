import { connect, type Socket } from 'node:net'
import type { Speech } from './formats/watch-protocol.ts'

const FIRST_RETRY_MS = 1_000
const SPREAD_MS = 2_000

export type TcpLine = {
  isOpen: () => boolean
  say: (frames: readonly string[]) => void
  /** Falls without a goodbye, and stays down until it is told to return. */
  drop: () => void
  restore: () => void
  opened: () => Promise<void>
  close: () => void
}

type Options = {
  address: { host: string; port: number }
  imei: string
  speech: Speech
  onOpen: () => void
  onProblem: (problem: Error) => void
}

/** A watch's plain socket: says who it is whenever it is up, answers its orders, and comes back by itself. */
export function openLine({ address, imei, speech, onOpen, onProblem }: Options): TcpLine {
  let socket: Socket | undefined
  let isUp = false
  let stays = true
  let timer: NodeJS.Timeout | undefined
  let received = ''
  const waiting: (() => void)[] = []

  const hear = (chunk: Buffer): void => {
    const { frames, rest } = speech.split(received + chunk.toString('latin1'))
    received = rest
    // The first word that comes back means that it was let in.
    if (!isUp) {
      isUp = true
      onOpen()
      for (const resolve of waiting.splice(0)) resolve()
    }
    for (const frame of frames) write(speech.answer(frame))
  }
  const write = (frames: readonly string[]): void => {
    for (const frame of frames) socket?.write(frame, 'latin1')
  }
  const dial = (): void => {
    received = ''
    socket = connect({ ...address, noDelay: true })
    socket.on('connect', () => write([speech.hello(imei)]))
    socket.on('data', hear)
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
    say: write,
    drop,
    restore: () => {
      stays = true
      dial()
    },
    opened: () => (isUp ? Promise.resolve() : new Promise((resolve) => waiting.push(resolve))),
    close: drop,
  }
}
