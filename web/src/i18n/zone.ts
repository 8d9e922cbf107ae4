import { TZDate, tzOffset } from '@date-fns/tz'

/** What a clock on a wall shows somewhere. */
type Wall = { year: number; month: number; day: number; hour: number; minute: number }

export const viewerZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

export function wallOf(at: Date, zone: string): Wall {
  const there = new TZDate(at, zone)
  const [year, month, day] = [there.getFullYear(), there.getMonth() + 1, there.getDate()]
  return { year, month, day, hour: there.getHours(), minute: there.getMinutes() }
}

const HOUR_MINUTES = 60
const HOUR_MS = 3_600_000

/** When a clock shows that: the first time where it does so twice, the next moment where it never does. */
export function momentOf({ year, month, day, hour, minute }: Wall, zone: string): Date {
  const last = new Date(new TZDate(year, month - 1, day, hour, minute, zone).getTime())
  const first = new Date(last.getTime() - HOUR_MS)
  return tzOffset(zone, first) - tzOffset(zone, last) === HOUR_MINUTES ? first : last
}

/** Midnight of the day that many days from the one of a moment. */
export function dayAt(at: Date, days: number, zone: string): Date {
  const { year, month, day } = wallOf(at, zone)
  return momentOf({ year, month, day: day + days, hour: 0, minute: 0 }, zone)
}

/** Whether the clocks of two zones differ at any of these moments. */
export const isElsewhere = (zone: string, ours: string, moments: readonly Date[]): boolean =>
  moments.some((at) => tzOffset(zone, at) !== tzOffset(ours, at))
