import { momentOf, wallOf } from '../../i18n/zone.ts'

export const quickPicks = ['nowFor8', 'tonight'] as const
export type QuickPick = (typeof quickPicks)[number]
export type Span = { from: Date; to: Date }

const HOUR_MS = 3_600_000
const SHIFT_HOURS = 8
const NIGHT = { from: 23, to: 7 }

/** From the night that has begun or begins next, by the branch's own clocks. */
function night(now: Date, zone: string): Span {
  const wall = wallOf(now, zone)
  const evening = wall.hour < NIGHT.to ? wall.day - 1 : wall.day
  const at = (day: number, hour: number) => momentOf({ ...wall, day, hour, minute: 0 }, zone)
  const from = at(evening, NIGHT.from)
  return { from: from < now ? now : from, to: at(evening + 1, NIGHT.to) }
}

/** The shifts that are wanted most. */
export function spanOf(pick: QuickPick, now: Date, zone: string): Span {
  if (pick === 'tonight') return night(now, zone)
  return { from: now, to: new Date(now.getTime() + SHIFT_HOURS * HOUR_MS) }
}
