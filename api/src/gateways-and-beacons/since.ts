import { ROOM_LOOK_BACK_MS } from '@carewatch/contracts/rooms'

const between = (at: number, from: number, to: number): Date => new Date(Math.min(Math.max(at, from), to))

/** A moment as asked for, but neither in the future nor longer ago than interactions reach back. */
export const recent = (since: Date, now = Date.now()): Date =>
  between(since.getTime(), now - ROOM_LOOK_BACK_MS, now)

/** A moment as asked for, but not in the future. */
export const past = (since: Date, now = Date.now()): Date => between(since.getTime(), 0, now)
