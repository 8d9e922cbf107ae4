import type { MessageId } from '../../i18n/messages.ts'
import { fromWall } from '../../i18n/wall.ts'

/** As the fields write it by the viewer's clocks. Null: from now on, and until somebody ends it. */
export type When = { from: string | null; until: string | null }

export type Moments = { from: Date | undefined; until: Date | undefined }

const momentOf = (written: string | null, zone: string): Date | undefined =>
  written === null ? undefined : (fromWall(written, zone) ?? undefined)

export const momentsOf = ({ from, until }: When, zone: string): Moments => ({
  from: momentOf(from, zone),
  until: momentOf(until, zone),
})

/** As a body holds it: what was chosen and not written is an empty text, which the contract refuses. */
export function bodyOf(when: Partial<When>, zone: string): Record<string, string> {
  const written = Object.entries(when).flatMap(([field, value]) =>
    value === null || value === undefined
      ? []
      : [[field, fromWall(value, zone)?.toISOString() ?? ''] as const],
  )
  return Object.fromEntries(written)
}

/** Whether it takes effect in time to come. */
export const isPlanned = ({ from }: Pick<Moments, 'from'>, now: Date): boolean =>
  from !== undefined && from > now

/** What is said when it is done. */
export const doneOf = (when: Pick<When, 'from'>, zone: string): MessageId =>
  isPlanned(momentsOf({ ...when, until: null }, zone), new Date()) ? 'done.planned' : 'done.saved'

const SECOND_MS = 1_000

/** The earliest that the server names, to the second, as a person would write it; null: now. */
export function fromEarliest(earliest: Date, now: Date): Date | null {
  const rounded = new Date(Math.ceil(earliest.getTime() / SECOND_MS) * SECOND_MS)
  if (rounded <= now) return rounded
  // Between the last full second and now only the moment itself is left.
  return earliest < now || earliest.getTime() - now.getTime() > SECOND_MS ? earliest : null
}
