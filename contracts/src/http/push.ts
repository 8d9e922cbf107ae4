import { z } from 'zod'
import { ReceiptState } from '../receipts.ts'
import { Uuid } from '../wire.ts'
import { endpoint, nothing } from './endpoint.ts'

const Key = z
  .string()
  .regex(/^[\w-]{16,200}={0,2}$/)
  .meta({ examples: ['tBHItJI5svbpez7KI4CCXg'] })
const Address = z
  .url({ protocol: /^https$/ })
  .max(2_048)
  .meta({ examples: ['https://fcm.googleapis.com/fcm/send/c1KrmpTuRm'] })

/** As a browser's `PushSubscription` writes itself down. */
export const PushAddress = z.strictObject({
  endpoint: Address,
  keys: z.strictObject({ p256dh: Key, auth: Key }),
  expirationTime: z.number().nullable().optional(),
})

export const subscribePush = endpoint({
  method: 'POST',
  path: '/push/subscribe',
  summary: 'Tell this browser of your alarms also while nobody looks at it',
  allow: 'signedIn',
  byKey: null,
  limit: { calls: 30, minutes: 10 },
  body: PushAddress,
  reply: nothing,
})

export const unsubscribePush = endpoint({
  method: 'POST',
  path: '/push/unsubscribe',
  summary: 'Tell this browser nothing any more',
  allow: 'signedIn',
  byKey: null,
  body: z.strictObject({ endpoint: Address }),
  reply: nothing,
})

/** By the name of the message, which its browser alone was told. */
export const pushReceipt = endpoint({
  method: 'POST',
  path: '/push/receipt',
  summary: 'A browser says that it drew the note of a message, or that its person opened it',
  allow: 'anyone',
  byKey: null,
  limit: { calls: 120, minutes: 10 },
  body: z.strictObject({ delivery: Uuid, state: ReceiptState }),
  reply: nothing,
})

export const testPush = endpoint({
  method: 'POST',
  path: '/push/test',
  summary: 'Send a test to each of your browsers; those that are gone are forgotten',
  allow: 'signedIn',
  byKey: null,
  limit: { calls: 10, minutes: 10 },
  reply: z.object({ sent: z.int(), failed: z.int() }),
})
