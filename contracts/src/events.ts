import { z } from 'zod'
import { Cursor, OutgoingEvent } from './http/events.ts'
import { Position } from './http/positions.ts'
import { isMetricName, MetricName } from './metrics.ts'
import { MAX_RECEIPTS, ReceiptState } from './receipts.ts'
import { Notification } from './notifications.ts'
import { Task } from './tasks.ts'
import { Instant, Uuid } from './wire.ts'

/** Who may hear of a row, without asking the database: the uuids its scope is decided by. */
export const Scope = z.object({
  deviceUuid: Uuid.nullable(),
  companyUuid: Uuid.nullable(),
  branchUuid: Uuid.nullable(),
})
export type Scope = z.output<typeof Scope>

const Values = z.partialRecord(MetricName, z.number())
const onlyKnown = (values: Record<string, number>): z.output<typeof Values> =>
  Object.fromEntries(Object.entries(values).filter(([name]) => isMetricName(name)))
/** Of a message of a newer version what this one knows, so that a screen that stays open through an update goes on. */
const KnownValues = z.codec(z.record(z.string(), z.number()), Values, {
  decode: onlyKnown,
  encode: onlyKnown,
})

/** Everything told live to a screen. */
export const LiveEvent = z.discriminatedUnion('type', [
  /** One message of a device: what it measured at one time. */
  z.object({
    type: z.literal('readings'),
    deviceUuid: Uuid,
    readings: z.array(z.object({ time: Instant, values: KnownValues })),
  }),
  z.object({ type: z.literal('presence'), deviceUuid: Uuid, online: z.boolean(), lastSeenAt: Instant }),
  /** Where a device was at the latest moment that one message tells of. */
  z.object({ type: z.literal('position'), deviceUuid: Uuid, position: Position }),
  z.object({
    type: z.literal('notification'),
    change: z.enum([
      'opened',
      'repeated',
      'raised',
      'acknowledged',
      'snoozed',
      'commented',
      'cleared',
      'closed',
    ]),
    notification: Notification,
  }),
  z.object({ type: z.literal('task'), task: Task }),
  /** Somebody came or went, or a sensor says something else than before: whoever looks at these rooms asks again. */
  z.object({ type: z.literal('rooms'), branchUuid: Uuid, roomUuids: z.array(Uuid) }),
])
export type LiveEvent = z.output<typeof LiveEvent>

/** So many devices one screen watches at most. */
export const WATCHED_MAX = 500
/** So many a program that asks for all that it may see. */
export const WATCHED_BY_PROGRAM_MAX = 5_000

/** These devices, or `all` of an API key's: those that come later too. */
const Watched = z.union([z.array(Uuid).max(WATCHED_MAX), z.literal('all')])
export type Watched = z.output<typeof Watched>

/** What a screen says to the live socket: first its token, then what it is looking at. */
export const LiveRequest = z.discriminatedUnion('type', [
  z.object({ type: z.literal('authorize'), token: z.string().max(4096) }),
  z.object({
    type: z.literal('watch'),
    devices: Watched,
    /** Of these also where they are: told apart, because looking at it is noted. */
    located: Watched.default([]),
  }),
  /** Of an API key: what happened after this cursor, and what happens from then on; without one, from now on. */
  z.object({ type: z.literal('follow'), after: Cursor.optional() }),
  z.object({ type: z.literal('ping') }),
  /** Of these notifications; only to a server that says that it takes them. */
  z.object({
    type: z.literal('receipt'),
    state: ReceiptState,
    notifications: z.array(Uuid).min(1).max(MAX_RECEIPTS),
  }),
])
export type LiveRequest = z.output<typeof LiveRequest>

/** Somebody else wears a watched device now, or the viewer may not see it any more: what the screen still shows of it is not to be shown on. */
export const HandedOver = z.object({ type: z.literal('handedOver'), deviceUuid: Uuid })
export type HandedOver = z.output<typeof HandedOver>

/** What the socket answers beside events. */
export const LiveAnswer = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('authorized'),
    /** Left out by the version before, which closes a socket that says what it does not know. */
    takesReceipts: z.literal(true).optional(),
    /** Of an API key: below whose topics it may subscribe at the broker. */
    companyUuid: Uuid.optional(),
    /** Of an API key; left out by the version before, which closes a socket that asks to follow. */
    follows: z.literal(true).optional(),
  }),
  z.object({
    type: z.literal('refused'),
    /** `scope`: an API key without `live:read`. */
    reason: z.enum(['token', 'late', 'limit', 'scope']),
    /** Nobody touched the screen for as long as a sign-in of that role lasts then. */
    ended: z.literal('idle').optional(),
  }),
  z.object({ type: z.literal('pong') }),
  /** The server's own line was cut and is back: something may have been missed, so ask again by REST. */
  z.object({ type: z.literal('missed') }),
  HandedOver,
])
export type LiveAnswer = z.output<typeof LiveAnswer>

/** What it answers to programs alone. */
export const ProgramAnswer = z.discriminatedUnion('type', [
  /** Of `watch` with `all`: more is in scope than one socket watches; the oldest of them are watched. */
  z.object({ type: z.literal('watchLimited'), most: z.int() }),
  /** At least once, in the order of their cursors. */
  z.object({ type: z.literal('event'), cursor: Cursor, event: OutgoingEvent }),
  /** All that happened until now was sent, but for what is out of scope. */
  z.object({ type: z.literal('reached'), cursor: Cursor }),
  z.object({
    type: z.literal('followRefused'),
    /** `lost`: what came after this cursor may be kept no more. */
    reason: z.enum(['invalid', 'lost']),
  }),
])
export type ProgramAnswer = z.output<typeof ProgramAnswer>

export const LiveMessage = z.union([LiveEvent, LiveAnswer])
export type LiveMessage = z.output<typeof LiveMessage>

export const encodeEvent = (event: LiveEvent): string => JSON.stringify(z.encode(LiveEvent, event))
export const decodeEvent = (text: string): LiveEvent => z.decode(LiveEvent, JSON.parse(text))
export const decodeLiveMessage = (text: string): LiveMessage => z.decode(LiveMessage, JSON.parse(text))
