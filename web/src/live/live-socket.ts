import { decodeLiveMessage, type LiveEvent, type LiveRequest } from '@carewatch/contracts/events'
import { retryDelayMs } from './retry.ts'

const PING_MS = 5_000
const SILENCE_MS = 9_000

export type LiveState = 'connecting' | 'live' | 'down'

type Listener = {
  token: () => string | null
  apply: (events: LiveEvent[]) => void
  tell: (state: LiveState) => void
  refuse: () => void
}

export type LiveSocket = { watch: (devices: readonly string[]) => void; close: () => void }

/** Keeps one socket open for ever and hands over at most one batch for each painted frame. */
export function openLiveSocket(url: string, listener: Listener): LiveSocket {
  let socket: WebSocket | undefined
  let devices: readonly string[] = []
  let retries = 0
  let retry: ReturnType<typeof setTimeout> | undefined
  let heardAt = 0
  let authorized = false
  let batch: LiveEvent[] = []

  const say = (request: LiveRequest) => socket?.send(JSON.stringify(request))
  const flush = () => {
    const events = batch
    batch = []
    listener.apply(events)
  }
  const gather = (event: LiveEvent) => {
    // A hidden tab paints no frames, and its alarms must still ring.
    if (batch.push(event) === 1) document.hidden ? setTimeout(flush) : requestAnimationFrame(flush)
  }

  const read = (text: string) => {
    heardAt = Date.now()
    const message = decodeLiveMessage(text)
    if (message.type === 'authorized') {
      authorized = true
      retries = 0
      say({ type: 'watch', devices: [...devices] })
      listener.tell('live')
    } else if (message.type === 'refused') {
      if (message.reason === 'token') listener.refuse()
    } else if (message.type !== 'pong') gather(message)
  }

  const lose = (lost: WebSocket) => {
    if (lost !== socket) return
    socket = undefined
    authorized = false
    listener.tell('down')
    retry = setTimeout(open, retryDelayMs(retries++, Math.random()))
  }

  function open() {
    clearTimeout(retry)
    const token = listener.token()
    if (socket || token === null) return
    const opened = new WebSocket(url)
    socket = opened
    heardAt = Date.now()
    opened.addEventListener('open', () => say({ type: 'authorize', token }))
    opened.addEventListener('message', ({ data }: MessageEvent<string>) => read(data))
    opened.addEventListener('close', () => lose(opened))
  }

  const drop = () => {
    const dropped = socket
    dropped?.close()
    if (dropped) lose(dropped)
  }
  const beat = setInterval(() => {
    if (socket && Date.now() - heardAt > SILENCE_MS) drop()
    else if (authorized) say({ type: 'ping' })
  }, PING_MS)
  const leave = whenReachable(open, drop)

  listener.tell('connecting')
  open()
  return {
    watch: (wanted) => {
      devices = wanted
      if (authorized) say({ type: 'watch', devices: [...devices] })
    },
    close: () => {
      clearInterval(beat)
      clearTimeout(retry)
      leave()
      const closed = socket
      socket = undefined
      closed?.close()
    },
  }
}

/** Tries at once when the network or the person comes back, and knows at once when the network is gone. */
function whenReachable(open: () => void, drop: () => void): () => void {
  const seen = () => {
    if (!document.hidden) open()
  }
  addEventListener('online', open)
  addEventListener('offline', drop)
  document.addEventListener('visibilitychange', seen)
  return () => {
    removeEventListener('online', open)
    removeEventListener('offline', drop)
    document.removeEventListener('visibilitychange', seen)
  }
}
