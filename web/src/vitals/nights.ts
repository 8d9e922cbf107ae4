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
