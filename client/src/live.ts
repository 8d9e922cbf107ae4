import type { Token } from './client.ts'

/** What happens, as it is told; docs/http.md says which fields each type has. */
export type LiveMessage = { type: string; [field: string]: unknown }
export type LiveState = 'connecting' | 'live' | 'down' | 'refused'

export type LiveOptions = {
  url: string
  token: Token
  /** Readings and presence come of these devices; alarms and tasks of everything in scope. */
  devices?: readonly string[]
  onMessage: (message: LiveMessage) => void
  /** `live` after it was `down`: something may have been missed, so ask again by HTTP. */
  onState?: (state: LiveState) => void
  /** In its place: Node has one of its own from 22 on. */
  webSocket?: typeof WebSocket
}

export type Live = { watch: (devices: readonly string[]) => void; close: () => void }

const PING_MS = 5_000
const SILENCE_MS = 15_000
const [FIRST_RETRY_MS, LONGEST_RETRY_MS] = [500, 15_000]

/** Tries again, each time after twice as long at most, and never all at one moment. */
function createRetry(begin: () => void) {
  let tries = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  return {
    again: () => {
      const longest = Math.min(FIRST_RETRY_MS * 2 ** tries++, LONGEST_RETRY_MS)
      timer = setTimeout(begin, longest * (0.5 + Math.random() / 2))
    },
    worked: () => (tries = 0),
    stop: () => clearTimeout(timer),
  }
}

const addressOf = (url: string): string => `${url.replace(/\/+$/, '').replace(/^http/, 'ws')}/api/live`

type Handlers = { open: () => void; close: () => void; message: (message: LiveMessage) => void }

function follow(socket: WebSocket, { open, close, message }: Handlers): void {
  socket.addEventListener('open', open)
  socket.addEventListener('close', close)
  // Safe: every message of this socket is an object with a type.
  socket.addEventListener('message', ({ data }) => message(JSON.parse(String(data)) as LiveMessage))
}

/** Keeps one socket open until it is closed, or its token is refused; what comes is handed on as it comes. */
// oxlint-disable-next-line eslint/max-lines-per-function -- the life of one socket, over the same few variables.
export function openLive(options: LiveOptions): Live {
  const { url, token, devices = [], onMessage, onState = () => {}, webSocket = WebSocket } = options
  let wanted = devices
  let socket: WebSocket | undefined
  let receivedAt = Date.now()
  let isClosed = false
  let isLive = false
  /** A token that cannot be had now may be had later. */
  const retry = createRetry(() => void open().catch(() => (isClosed ? undefined : again())))

  const send = (message: object): void => {
    if (socket?.readyState === webSocket.OPEN) socket.send(JSON.stringify(message))
  }
  const watch = (): void => send({ type: 'watch', devices: wanted })
  const beat = setInterval(() => {
    if (socket && Date.now() - receivedAt > SILENCE_MS) lose(socket)
    else send({ type: 'ping' })
  }, PING_MS)

  function end(state: LiveState): void {
    isClosed = true
    clearInterval(beat)
    retry.stop()
    socket?.close()
    onState(state)
  }

  /** A dead network keeps a socket from closing; nobody waits for it. */
  function lose(lost: WebSocket): void {
    if (lost !== socket) return
    socket = undefined
    isLive = false
    lost.close()
    if (!isClosed) again()
  }

  function again(): void {
    onState('down')
    retry.again()
  }

  function receive(message: LiveMessage): void {
    receivedAt = Date.now()
    if (message.type === 'pong') return undefined
    if (message.type === 'refused' && message.reason === 'token') return end('refused')
    if (message.type !== 'authorized') return onMessage(message)
    retry.worked()
    isLive = true
    watch()
    return onState('live')
  }

  async function open(): Promise<void> {
    const known = typeof token === 'function' ? await token() : token
    if (isClosed) return
    receivedAt = Date.now()
    const opened = new webSocket(addressOf(url))
    socket = opened
    follow(opened, {
      open: () => send({ type: 'authorize', token: known ?? '' }),
      close: () => lose(opened),
      message: (message) => opened === socket && receive(message),
    })
  }

  onState('connecting')
  open().catch(() => (isClosed ? undefined : again()))
  return {
    watch: (next) => {
      wanted = next
      if (isLive) watch()
    },
    close: () => end('down'),
  }
}
