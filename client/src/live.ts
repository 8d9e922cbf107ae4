import type { Token } from './client.ts'

/** What happens, as it is told; docs/http.md says which fields each type has. */
export type LiveMessage = { type: string; [field: string]: unknown }
export type LiveState = 'connecting' | 'live' | 'down' | 'refused'

export type Watched = readonly string[] | 'all'

export type LiveOptions = {
  url: string
  token: Token
  /** Readings and presence come of these devices, 500 at most, or with an API key of `all` in its scope; alarms and tasks of everything in scope. */
  devices?: Watched
  /**
   * Of an API key: alarms, tasks and assignments come as `event` too, and none is missed: after a cut from the last that `onMessage` was done with. `after`: the
   * cursor of the last that was dealt with before; left out: from now on. Keep `cursor` of each where it outlives the program.
   */
  follow?: { after?: string }
  onMessage: (message: LiveMessage) => void
  /** `live` after it was `down`: something may have been missed, so ask again by HTTP. `refused`: by this token never, be it invalid or an API key without `live:read`. */
  onState?: (state: LiveState) => void
  /** In its place: Node has one of its own from 22 on. */
  webSocket?: typeof WebSocket
}

export type Live = {
  /** These devices in place of those before: more than 500 throw a RangeError, and those before stay. */
  watch: (devices: Watched) => void
  close: () => void
}

/** The server closes a socket that asks for more. */
const WATCHED_MAX = 500

const PING_MS = 5_000
const SILENCE_MS = 15_000
const [FIRST_RETRY_MS, LONGEST_RETRY_MS] = [500, 15_000]
/** A socket that is cut sooner counts as one more try that failed. */
const STEADY_MS = 5_000

function checked(devices: Watched): Watched {
  if (devices === 'all' || devices.length <= WATCHED_MAX) return devices
  throw new RangeError(`One socket watches ${WATCHED_MAX} devices at most, not ${devices.length}.`)
}

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

function listenTo(socket: WebSocket, { open, close, message }: Handlers): void {
  socket.addEventListener('open', open)
  socket.addEventListener('close', close)
  // Safe: every message of this socket is an object with a type.
  socket.addEventListener('message', ({ data }) => message(JSON.parse(String(data)) as LiveMessage))
}

type Send = (message: object) => void

/** From where it goes on after a cut. */
function createFollowing({ after }: { after?: string }) {
  let cursor = after
  const begin = (send: Send): void => send({ type: 'follow', ...(cursor !== undefined && { after: cursor }) })
  return {
    /** A server of the version before closes a socket that asks for it. */
    begin: ({ follows }: LiveMessage, send: Send): void => {
      if (follows === true) begin(send)
    },
    dealtWith: (message: LiveMessage, send: Send): void => {
      if (typeof message['cursor'] === 'string') cursor = message['cursor']
      if (message.type !== 'followRefused' || cursor === undefined) return
      cursor = undefined
      begin(send)
    },
  }
}

/** What no other try would change; `limit` and `late` may be otherwise the next time. */
const isFinal = ({ reason }: LiveMessage): boolean => reason === 'token' || reason === 'scope'

/** Keeps one socket open until it is closed, or its token is refused; what comes is handed on as it comes. Throws a RangeError for more than 500 devices. */
// oxlint-disable-next-line eslint/max-lines-per-function -- the life of one socket, over the same few variables.
export function openLive(options: LiveOptions): Live {
  const { url, token, devices = [], onMessage, onState = () => {}, webSocket = WebSocket } = options
  const following = options.follow && createFollowing(options.follow)
  let wanted = checked(devices)
  let socket: WebSocket | undefined
  let receivedAt = Date.now()
  let isClosed = false
  let liveSince: number | undefined
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
    if (liveSince !== undefined && Date.now() - liveSince >= STEADY_MS) retry.worked()
    liveSince = undefined
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
    // Of any other refusal the server closes the socket, and it is tried again.
    if (message.type === 'refused') return isFinal(message) ? end('refused') : undefined
    if (message.type !== 'authorized') {
      onMessage(message)
      return following?.dealtWith(message, send)
    }
    liveSince = Date.now()
    watch()
    following?.begin(message, send)
    return onState('live')
  }

  async function open(): Promise<void> {
    const known = typeof token === 'function' ? await token() : token
    if (isClosed) return
    receivedAt = Date.now()
    const opened = new webSocket(addressOf(url))
    socket = opened
    listenTo(opened, {
      open: () => send({ type: 'authorize', token: known ?? '' }),
      close: () => lose(opened),
      message: (message) => opened === socket && receive(message),
    })
  }

  onState('connecting')
  open().catch(() => (isClosed ? undefined : again()))
  return {
    watch: (next) => {
      wanted = checked(next)
      if (liveSince !== undefined) watch()
    },
    close: () => end('down'),
  }
}
