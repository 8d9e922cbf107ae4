import {
  decodeLiveMessage,
  type HandedOver,
  type LiveEvent,
  type LiveRequest,
} from '@carewatch/contracts/events'
import type { ReceiptState } from '@carewatch/contracts/receipts'
import { perFrame } from './per-frame.ts'
import { retryDelayMs } from './retry.ts'
import { watchOf, type Wanted } from './watch-of.ts'
import { whenReachable } from './when-reachable.ts'

const PING_MS = 5_000
const SILENCE_MS = 9_000

export type LiveState = 'connecting' | 'live' | 'down'

type Listener = {
  token: () => string | null
  apply: (events: (LiveEvent | HandedOver)[]) => void
  changeState: (state: LiveState) => void
  refuse: (ended: 'idle' | undefined) => void
  /** Something was published that we did not receive. */
  missed: () => void
}

export type LiveSocket = {
  watch: (wanted: Wanted) => void
  /** Whether it was said: the line is up, and the server takes it. */
  claim: (state: ReceiptState, notifications: string[]) => boolean
  close: () => void
}

type Connection = { send: (request: LiveRequest) => void; drop: () => void }

type ConnectionListener = { token: string; receive: (text: string) => void; lose: () => void }

/** One connection: sends its token first, pings, and calls itself lost when nothing comes back. */
function connect(url: string, { token, receive, lose }: ConnectionListener): Connection {
  const socket = new WebSocket(url)
  let receivedAt = Date.now()
  let isLost = false
  const send = (request: LiveRequest) => {
    if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(request))
  }
  const end = () => {
    if (isLost) return
    isLost = true
    clearInterval(beat)
    // A dead network keeps `close` waiting for an answer; we do not wait with it.
    socket.close()
    lose()
  }
  const beat = setInterval(() => {
    if (Date.now() - receivedAt > SILENCE_MS) end()
    else send({ type: 'ping' })
  }, PING_MS)
  socket.addEventListener('open', () => send({ type: 'authorize', token }))
  socket.addEventListener('close', end)
  socket.addEventListener('message', ({ data }: MessageEvent<string>) => {
    receivedAt = Date.now()
    if (!isLost) receive(data)
  })
  return { send, drop: end }
}

/** Keeps one connection open for ever and hands over at most one batch for each painted frame. */
export function openLiveSocket(url: string, listener: Listener): LiveSocket {
  let connection: Connection | undefined
  let wanted: Wanted = { devices: [], located: [] }
  let retries = 0
  let retry: ReturnType<typeof setTimeout> | undefined
  let isClosed = false
  let takesReceipts = false
  const gather = perFrame(listener.apply)
  const askForDevices = () => connection?.send(watchOf(wanted))

  const receive = (text: string) => {
    const message = decodeLiveMessage(text)
    if (message.type === 'authorized') {
      retries = 0
      takesReceipts = message.takesReceipts === true
      askForDevices()
      listener.changeState('live')
    } else if (message.type === 'refused') {
      if (message.reason === 'token') listener.refuse(message.ended)
    } else if (message.type === 'missed') listener.missed()
    else if (message.type !== 'pong') gather(message)
  }
  const lose = () => {
    connection = undefined
    takesReceipts = false
    if (isClosed) return
    listener.changeState('down')
    retry = setTimeout(open, retryDelayMs(retries++, Math.random()))
  }
  function open() {
    clearTimeout(retry)
    const token = listener.token()
    if (!connection && !isClosed && token !== null) connection = connect(url, { token, receive, lose })
  }
  const leave = whenReachable(open, () => connection?.drop())

  listener.changeState('connecting')
  open()
  return {
    watch: (next) => {
      wanted = next
      askForDevices()
    },
    claim: (state, notifications) => {
      if (!takesReceipts) return false
      connection?.send({ type: 'receipt', state, notifications })
      return true
    },
    close: () => {
      isClosed = true
      clearTimeout(retry)
      leave()
      connection?.drop()
    },
  }
}
