import { z } from 'zod'

/** What can be wrong with the portal itself, so that it might be blind or mute. */
export const troubles = [
  'NOTHING_COMES',
  'JUDGING_LAGS',
  'SENDING_LAGS',
  'CHANNEL_DEAD',
  'DISK_FULL',
] as const
export const Trouble = z.enum(troubles)
export type Trouble = z.output<typeof Trouble>
