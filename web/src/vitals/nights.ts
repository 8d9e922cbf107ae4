import type { Span } from './span.ts'

const EVENING = 22
const MORNING = 6

/** The nights that a span touches, from ten to six on the viewer's clock; a night of a changed clock is as long as it was. */
export function nightsIn({ from, to }: Span): Span[] {
  const nights: Span[] = []
  const evening = new Date(from)
  evening.setDate(evening.getDate() - 1)
  evening.setHours(EVENING, 0, 0, 0)
  while (evening < to) {
    const morning = new Date(evening)
    morning.setDate(morning.getDate() + 1)
    morning.setHours(MORNING, 0, 0, 0)
    if (morning > from) nights.push({ from: new Date(evening), to: morning })
    evening.setDate(evening.getDate() + 1)
  }
  return nights
}
