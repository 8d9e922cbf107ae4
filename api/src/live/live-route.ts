import type { WebSocket } from '@fastify/websocket'
import { type LiveAnswer, LiveRequest, type Watched } from '@carewatch/contracts/events'
import { liveAccess, LIVE_SCOPE } from '@carewatch/contracts/live-access'
import { Refusal } from '@carewatch/contracts/refusal'
import type { FastifyInstance } from 'fastify'
import { isKey } from '../access/key-secret.ts'
import type { Session } from '../access/sessions.ts'
import { maySeeDevice } from '../access/may-see.ts'
import { hasScope, isHeldBack, type Viewer } from '../access/viewer.ts'
import type { Services } from '../services.ts'
import * as code from './close-codes.ts'
import type { Hub, Listener } from './hub.ts'
import type { Followers } from './following.ts'
import { followWearers } from './follow-wearers.ts'
import {
  AUTHORIZE_WITHIN_MS,
  FIRST_FRAME,
  FRAMES_A_SECOND,
  HEARTBEAT_MS,
  LARGEST_BACKLOG,
  LARGEST_FRAME,
  SOCKETS_A_PERSON,
} from './limits.ts'
import { noteWatched } from './note-watched.ts'
import { onlyOwnOrigin } from './origin.ts'
import { createRate } from './rate.ts'
import { wantAll } from './want-all.ts'

const LAST_WORDS_MS = 2_000

/** What attending needs of a socket: one of the web's, or a program's that came by MQTT. */
export type LiveSocket = Pick<
  WebSocket,
  'readyState' | 'OPEN' | 'bufferedAmount' | 'send' | 'close' | 'terminate' | 'on'
>

export type Parts = Pick<Services, 'sessions' | 'apiKeys' | 'deviceCache' | 'log' | 'viewings'> & {
  hub: Hub
  followers: Followers
  noteReceipts: (viewer: Viewer, claim: Receipt) => Promise<void>
}
type Watch = Extract<LiveRequest, { type: 'watch' }>
type Follow = Extract<LiveRequest, { type: 'follow' }>
type Receipt = Extract<LiveRequest, { type: 'receipt' }>
/** A socket and where its other side is. */
type Caller = { socket: LiveSocket; address: string }

/** Ends a socket also when its other side no longer answers. */
function close(socket: LiveSocket, closeCode: number): void {
  socket.close(closeCode)
  setTimeout(() => socket.terminate(), LAST_WORDS_MS).unref()
}

const answer = (socket: LiveSocket, message: LiveAnswer) => socket.send(JSON.stringify(message))

const refused = (reason: 'token' | 'late' | 'limit' | 'scope') => ({ type: 'refused', reason }) as const

const tokenRefused = (isIdle = false): LiveAnswer => ({
  ...refused('token'),
  ...(isIdle && { ended: 'idle' }),
})

type Doors = Pick<Parts, 'sessions' | 'apiKeys'>
type Token = { token: string; address: string }

/** Whose token or key it is, or what is answered to whoever is let in no further. */
async function sessionOf(
  { sessions, apiKeys }: Doors,
  { token, address }: Token,
): Promise<{ session: Session } | { refusal: LiveAnswer }> {
  try {
    const session = isKey(token) ? await apiKeys.open(token, address) : await sessions.open(token)
    if (!hasScope(session.viewer, LIVE_SCOPE)) return { refusal: refused('scope') }
    return isHeldBack(session.viewer) ? { refusal: tokenRefused() } : { session }
  } catch (error) {
    return { refusal: tokenRefused(error instanceof Refusal && error.key === 'idle') }
  }
}

const listenerOn = ({ socket, address }: Caller, { uuid, viewer, endsAt }: Session): Listener => ({
  session: uuid,
  viewer,
  address,
  endsAt,
  wanted: [],
  located: new Set(),
  worn: new Map(),
  close(closeCode, isIdle) {
    if (closeCode === code.TOKEN_IS_DEAD) answer(socket, tokenRefused(isIdle))
    close(socket, closeCode)
  },
  send(payload) {
    if (socket.readyState !== socket.OPEN) return
    // Whoever cannot keep up is sent away to refetch: memory is for those who can.
    if (socket.bufferedAmount > LARGEST_BACKLOG) return close(socket, code.TOO_SLOW)
    socket.send(payload, { binary: false })
  },
})

function parse(text: string): LiveRequest | undefined {
  try {
    return LiveRequest.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}

/** A program watches what it may ask for by HTTP. */
const withinScopes = (viewer: Viewer, { devices, located }: Watch): Pick<Watch, 'devices' | 'located'> => ({
  devices: hasScope(viewer, liveAccess.readings.byKey) ? devices : [],
  located: hasScope(viewer, liveAccess.position.byKey) ? located : [],
})

const isAll = ({ devices, located }: Pick<Watch, 'devices' | 'located'>): boolean =>
  devices === 'all' || located === 'all'

const named = (asked: Watched): string[] => (asked === 'all' ? [] : asked)

async function want({ deviceCache }: Parts, watcher: Listener, asked: Watch): Promise<void> {
  const { devices, located } = withinScopes(watcher.viewer, asked)
  if (isAll({ devices, located })) {
    const all = { devices, located }
    watcher.all = all
    watcher.isLimited = false
    return wantAll(deviceCache, watcher, { viewer: watcher.viewer, all })
  }
  watcher.all = undefined
  watcher.wanted = [...new Set([...named(devices), ...named(located)])]
  watcher.located = new Set(located)
}

async function watch(parts: Parts, watcher: Listener, asked: Watch): Promise<void> {
  const { hub, deviceCache, viewings } = parts
  await want(parts, watcher, asked)
  const scopes = await deviceCache.loadAll(watcher.wanted)
  const visible = [...scopes].filter(([, scope]) => maySeeDevice(watcher.viewer, scope))
  hub.watch(
    watcher,
    visible.map(([uuid]) => uuid),
  )
  followWearers(watcher, visible)
  noteWatched(viewings, watcher, visible)
}

/** People watch what is on their screen, and ask for what was meanwhile. */
const isForPrograms = (request: LiveRequest): boolean =>
  request.type === 'follow' || (request.type === 'watch' && isAll(request))

type Following = { socket: LiveSocket; listener: Listener }

function follow({ socket, listener }: Following, { followers }: Parts, { after }: Follow): Promise<void> {
  const isOpen = () => socket.readyState === socket.OPEN
  return followers.follow(listener, { listener, isOpen, unread: () => socket.bufferedAmount }, after)
}

/** What a screen drew is worth writing down, and never the line that alarms come by. */
const keepReceipts = ({ noteReceipts, log }: Parts, { viewer }: Listener, receipt: Receipt): Promise<void> =>
  noteReceipts(viewer, receipt).catch((err: unknown) => log.warn({ err }, 'receipts not noted'))

/** The frames of one socket, one after the other: what it may see and what it looks at. */
export function attend({ socket, address }: Caller, parts: Parts): void {
  const { hub, log } = parts
  let listener: Listener | undefined
  const mayPass = createRate(FRAMES_A_SECOND, Date.now())
  const late = setTimeout(() => refuse(refused('late'), code.TOKEN_IS_DEAD), AUTHORIZE_WITHIN_MS)

  function refuse(refusal: LiveAnswer, closeCode: number): void {
    answer(socket, refusal)
    close(socket, closeCode)
  }

  async function authorize(token: string): Promise<void> {
    clearTimeout(late)
    const found = await sessionOf(parts, { token, address })
    if (socket.readyState !== socket.OPEN) return
    if ('refusal' in found) return refuse(found.refusal, code.TOKEN_IS_DEAD)
    const { session } = found
    if (hub.countOf(session.viewer.id) >= SOCKETS_A_PERSON) return refuse(refused('limit'), code.TOO_MANY)
    listener = listenerOn({ socket, address }, session)
    hub.join(listener)
    const { key, companyUuid } = session.viewer
    const place = key && companyUuid !== null ? ({ companyUuid, follows: true } as const) : {}
    answer(socket, { type: 'authorized', takesReceipts: true, ...place })
  }

  async function receive(text: string): Promise<void> {
    if (socket.readyState !== socket.OPEN) return
    const request = parse(text)
    if (!request) return close(socket, code.NOT_UNDERSTOOD)
    if (!listener) {
      return request.type === 'authorize'
        ? authorize(request.token)
        : refuse(tokenRefused(), code.TOKEN_IS_DEAD)
    }
    if (isForPrograms(request) && !listener.viewer.key) return close(socket, code.NOT_UNDERSTOOD)
    if (request.type === 'watch') return watch(parts, listener, request)
    if (request.type === 'follow') return follow({ socket, listener }, parts, request)
    // A program draws nothing that anybody sees.
    if (request.type === 'receipt' && !listener.viewer.key) return keepReceipts(parts, listener, request)
    if (request.type === 'ping') answer(socket, { type: 'pong' })
  }

  let turn: Promise<void> = Promise.resolve()
  socket.on('message', (frame: Buffer) => {
    if (frame.length > (listener ? LARGEST_FRAME : FIRST_FRAME)) return close(socket, code.TOO_BIG)
    if (!mayPass(Date.now())) return close(socket, code.NOT_UNDERSTOOD)
    turn = turn
      .then(() => receive(frame.toString()))
      .catch((err: unknown) => {
        log.warn({ err }, 'live request failed')
        close(socket, code.TOO_SLOW)
      })
  })
  socket.on('error', (err) => log.debug({ err }, 'live socket'))
  socket.on('close', () => {
    clearTimeout(late)
    if (!listener) return
    hub.leave(listener)
    parts.followers.leave(listener)
  })
}

/** A screen that is gone without a word is noticed by its silence. */
function keepBeating(socket: WebSocket): void {
  let isAlive = true
  const beat = setInterval(() => {
    if (!isAlive) return socket.terminate()
    isAlive = false
    socket.ping()
  }, HEARTBEAT_MS)
  socket.on('pong', () => (isAlive = true))
  socket.on('close', () => clearInterval(beat))
}

/** The live socket. Its token comes in the first frame: an address ends up in logs. */
export function liveRoute(app: FastifyInstance, parts: Parts, publicUrl: string): void {
  const options = { websocket: true, schema: { hide: true }, onRequest: onlyOwnOrigin(publicUrl) } as const
  app.get('/api/live', options, (socket, { ip }) => {
    keepBeating(socket)
    attend({ socket, address: ip }, parts)
  })
}
