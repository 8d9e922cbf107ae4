import type { History } from './history.ts'
import type { Span } from './span.ts'
import { momentOf, wallOf } from '../i18n/zone.ts'

/** Hours on the clock of a wall. */
type Night = { from: number; to: number }
const NIGHT: Night = { from: 22, to: 6 }

/** The nights that a span touches, on the clocks of a zone, from ten to six unless it is said otherwise; a night of a changed clock is as long as it was. */
export function nightsIn({ from, to }: Span, zone: string, hours: Night = NIGHT): Span[] {
  const { year, month, day } = wallOf(from, zone)
  const at = (days: number, hour: number) => momentOf({ year, month, day: day + days, hour, minute: 0 }, zone)
  const nights: Span[] = []
  for (let days = -1; at(days, hours.from) < to; days++) {
    const night = { from: at(days, hours.from), to: at(days + 1, hours.to) }
    if (night.to > from) nights.push(night)
  }
  return nights
}

/** A sleep that is reported later was a nap. */
const NOON = 12

/** The minutes of sleep of the night that ended on a day; of several reports the longest, for the others are naps. Null: none was reported. */
export function sleepOf(points: History['points'], { from, to }: Span, zone: string): number | null {
  const light = new Map(points.sleepLight?.map(({ time, value }) => [time.getTime(), value]))
  const nights = (points.sleepDeep ?? [])
    .filter(({ time }) => time >= from && time <= to && wallOf(time, zone).hour < NOON)
    .map(({ time, value }) => value + (light.get(time.getTime()) ?? 0))
  return nights.length === 0 ? null : Math.max(...nights)
}
