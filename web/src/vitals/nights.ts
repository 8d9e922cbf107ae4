import type { Span } from './span.ts'
import { momentOf, wallOf } from '../i18n/zone.ts'

const EVENING = 22
const MORNING = 6

/** The nights that a span touches, from ten to six on the clocks of a zone; a night of a changed clock is as long as it was. */
export function nightsIn({ from, to }: Span, zone: string): Span[] {
  const { year, month, day } = wallOf(from, zone)
  const at = (days: number, hour: number) => momentOf({ year, month, day: day + days, hour, minute: 0 }, zone)
  const nights: Span[] = []
  for (let days = -1; at(days, EVENING) < to; days++) {
    const night = { from: at(days, EVENING), to: at(days + 1, MORNING) }
    if (night.to > from) nights.push(night)
  }
  return nights
}
