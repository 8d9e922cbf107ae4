import { z } from 'zod'
import { Instant } from './wire.ts'

/** What can be wrong with the portal itself, so that it might be blind or mute. */
export const troubles = [
  'NOTHING_COMES',
  'JUDGING_LAGS',
  'SENDING_LAGS',
  'CHANNEL_DEAD',
  'DISK_FULL',
  'DATABASE_AWAY',
] as const
export const Trouble = z.enum(troubles)
export type Trouble = z.output<typeof Trouble>

/** `subject`: which channel; empty where there is but one. */
export const Finding = z
  .object({ trouble: Trouble, subject: z.string().max(32), since: Instant })
  .meta({ id: 'Finding' })
export type Finding = z.output<typeof Finding>
