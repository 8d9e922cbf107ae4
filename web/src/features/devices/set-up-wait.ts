import type { SetUpMessage } from '@carewatch/contracts/set-up-sms'

const MINUTE_MS = 60_000
/** A watch that has said nothing by then was not pointed here by this message. */
const AWAITED_MS = 60 * MINUTE_MS
/** Most providers bring no receipt; one that does brings it sooner. */
const ASKED_MS = 10 * MINUTE_MS

type Message = Pick<SetUpMessage, 'state' | 'createdAt'> | null

const isYounger = (createdAt: Date, ms: number, now: number): boolean => now - createdAt.getTime() < ms

/** Since when the watch is waited for after its last message; null: it is not. */
export const awaitedSince = (message: Message, now = Date.now()): Date | null =>
  message && message.state !== 'FAILED' && isYounger(message.createdAt, AWAITED_MS, now)
    ? message.createdAt
    : null

/** Whether it pays to ask again what came of a message. */
export const mayStillChange = (message: Message, now = Date.now()): boolean =>
  message !== null &&
  (message.state === 'QUEUED' || message.state === 'SENT') &&
  isYounger(message.createdAt, ASKED_MS, now)
