import { z } from 'zod'
import { permissions } from '../permissions.ts'
import { rejectReasons } from '../rejections.ts'
import { Instant, Uuid } from '../wire.ts'
import { endpoint, paging, Total } from './endpoint.ts'

/** Messages are kept for so long. */
export const KEPT_DAYS = 7
/** Of each message so many bytes are shown. */
export const BYTES_SHOWN = 1_024
/** So many of the newest messages are tried with the codecs of this version. */
export const TRIED_MAX = 2_000

/** By what messages that could not be read are counted together. */
const Alike = z.object({
  /** The model of the device or gateway. */
  model: z.string(),
  isGateway: z.boolean(),
  /** What it speaks; null: it was kept by a version that did not note it. */
  format: z.string().nullable(),
  /** What kind of message it is, in the word of its format. */
  opcode: z.string().nullable(),
  reason: z.enum(rejectReasons),
  /** Which code, field or part of it nobody knows. */
  code: z.string().nullable(),
})
export type Alike = z.output<typeof Alike>

export const UnreadGroup = Alike.extend({
  /** Of its newest message: by that the group is asked for. */
  id: z.int(),
  messages: z.int(),
  devices: z.int(),
  firstAt: Instant,
  lastAt: Instant,
}).meta({ id: 'UnreadGroup' })
export type UnreadGroup = z.output<typeof UnreadGroup>

const Sender = z.object({ uuid: Uuid, name: z.string() })

export const UnreadMessage = z
  .object({
    id: z.int(),
    receivedAt: Instant,
    device: Sender.nullable(),
    gateway: Sender.nullable(),
    /** The first of its bytes, in hexadecimal. */
    hex: z.string(),
    /** The same as text, where that is what they are. */
    text: z.string().nullable(),
    /** How many bytes it has. */
    size: z.int(),
  })
  .meta({ id: 'UnreadMessage' })
export type UnreadMessage = z.output<typeof UnreadMessage>

/** A message by its number: a key for paging, and of one that the viewer may not see nothing is found. */
const MessageNumber = z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER)
const ofGroup = z.object({ message: MessageNumber })

export const unreadGroups = endpoint({
  method: 'GET',
  path: '/devices/unread',
  summary:
    'What devices and gateways sent and we could not read, counted by model, format, kind of message and reason; the most frequent first',
  allow: permissions.seeUnreadMessages,
  byKey: null,
  query: z.strictObject({
    page: paging.page,
    size: paging.size,
    /** Of the last days. */
    days: z.coerce.number().int().min(1).max(KEPT_DAYS).default(KEPT_DAYS),
    model: z.string().trim().max(100).optional(),
    reason: z.enum(rejectReasons).optional(),
    device: Uuid.optional(),
  }),
  reply: z.object({
    groups: z.array(UnreadGroup),
    total: Total,
    /** Of which there are any, whatever else the list is narrowed to. */
    models: z.array(z.string()),
  }),
})

export const unreadMessages = endpoint({
  method: 'GET',
  path: '/devices/unread/messages/:message',
  summary: 'The newest messages of the group that this one is of, with their bytes',
  allow: permissions.seeUnreadMessages,
  byKey: null,
  limit: { calls: 120, minutes: 1 },
  params: ofGroup,
  query: z.strictObject({
    /** Those that came before this one. */
    before: MessageNumber.optional(),
    size: z.coerce.number().int().min(1).max(50).default(10),
    device: Uuid.optional(),
  }),
  reply: z.object({
    group: Alike,
    messages: z.array(UnreadMessage),
    /** Before which the next ones came; null: there are no more. */
    next: z.int().nullable(),
  }),
})

export const unreadReadable = endpoint({
  method: 'GET',
  path: '/devices/unread/readable/:message',
  summary:
    'How many messages of the group that this one is of the codecs of this version read; nothing is stored, and nothing rings',
  allow: permissions.seeUnreadMessages,
  byKey: null,
  limit: { calls: 30, minutes: 1 },
  params: ofGroup,
  reply: z.object({
    /** So many of its newest messages were tried: none where what it was rejected for is not tried again. */
    tried: z.int(),
    readable: z.int(),
    /** Of these, calls for help of more than an hour ago: they are read only where somebody has them ring. */
    calls: z.int(),
  }),
})
