import { z } from 'zod'

const days = (usual: number) => z.coerce.number().int().min(0).max(36_525).default(usual)

/** How many days facts are kept; 0: for ever. Alarms, tasks and the audit log are the record of what was done, and stay. */
export const RetentionSettings = z.object({
  /** What was measured, and events such as a fall. Eight weeks are the longest the screens look back. */
  RETENTION_READINGS_DAYS: days(1_826).refine((value) => value === 0 || value >= 60, {
    error: 'takes 60 days or more (screens look back eight weeks), or 0 for ever',
  }),
  /** Where somebody was: positions of watches, rooms of tags. */
  RETENTION_POSITIONS_DAYS: days(366).refine((value) => value === 0 || value >= 7, {
    error: 'takes 7 days or more, or 0 for ever',
  }),
  /** What a watch reported while nobody wore it, which nobody may see. */
  RETENTION_UNWORN_DAYS: days(30),
})
export type RetentionSettings = z.output<typeof RetentionSettings>
