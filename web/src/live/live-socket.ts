import { decodeLiveMessage, type LiveEvent, type LiveRequest } from '@carewatch/contracts/events'
import { perFrame } from './per-frame.ts'
import { retryDelayMs } from './retry.ts'
import { whenReachable } from './when-reachable.ts'

const PING_MS = 5_000
const SILENCE_MS = 9_000

export type LiveState = 'connecting' | 'live' | 'down'

type Listener = {
  token: () => string | null
  apply: (events: LiveEvent[]) => void
  tell: (state: LiveState) => void
  refuse: () => void
  /** Something was told that we did not hear. */
  missed: () => void
}

/** Whose readings are wanted, and of whom where they are. */
type Wanted = { devices: readonly string[]; located: readonly string[] }

export type LiveSocket = { watch: (wanted: Wanted) => void; close: () => void }

type Line = { say: (request: LiveRequest) => void; drop: () => void }

type Ear = { token: string; hear: (text: string) => void; lose: () => void }

/** One connection: says its token first, pings, and calls itself lost when nothing comes back. */
function connect(url: string, { token, hear, lose }: Ear): Line {
  const socket = new WebSocket(url)
  let heardAt = Date.now()
  let isLost = false
  const say = (request: LiveRequest) => {
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
    if (Date.now() - heardAt > SILENCE_MS) end()
    else say({ type: 'ping' })
  }, PING_MS)
  socket.addEventListener('open', () => say({ type: 'authorize', token }))
  socket.addEventListener('close', end)
  socket.addEventListener('message', ({ data }: MessageEvent<string>) => {
    heardAt = Date.now()
    if (!isLost) hear(data)
  })
  return { say, drop: end }
}

/** Keeps one connection open for ever and hands over at most one batch for each painted frame. */
export function openLiveSocket(url: string, listener: Listener): LiveSocket {
  let line: Line | undefined
  let wanted: Wanted = { devices: [], located: [] }
  let retries = 0
  let retry: ReturnType<typeof setTimeout> | undefined
  let isClosed = false
  const gather = perFrame(listener.apply)
  const askForDevices = () =>
    line?.say({ type: 'watch', devices: [...wanted.devices], located: [...wanted.located] })

  const hear = (text: string) => {
    const message = decodeLiveMessage(text)
    if (message.type === 'authorized') {
      retries = 0
      askForDevices()
      listener.tell('live')
    } else if (message.type === 'refused') {
      if (message.reason === 'token') listener.refuse()
    } else if (message.type === 'missed') listener.missed()
    else if (message.type !== 'pong') gather(message)
  }
  const lose = () => {
    line = undefined
    if (isClosed) return
    listener.tell('down')
    retry = setTimeout(open, retryDelayMs(retries++, Math.random()))
  }
  function open() {
    clearTimeout(retry)
    const token = listener.token()
    if (!line && !isClosed && token !== null) line = connect(url, { token, hear, lose })
  }
  const leave = whenReachable(open, () => line?.drop())

  listener.tell('connecting')
  open()
  return {
    watch: (next) => {
      wanted = next
      askForDevices()
    },
    close: () => {
      isClosed = true
      clearTimeout(retry)
      leave()
      line?.drop()
    },
  }
}
