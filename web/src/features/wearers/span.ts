import { EXPORT_DAYS_MAX } from '@carewatch/contracts/http/exports'
import { dayAt, momentOf } from '../../i18n/zone.ts'
import type { Span } from '../../vitals/span.ts'
import type { PersonSearch } from './page-search.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const LONGEST_MS = EXPORT_DAYS_MAX * DAY_MS

function midnightOf(day: string, zone: string): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return momentOf({ year, month, day: date, hour: 0, minute: 0 }, zone)
}

/** Just after midnight there is nothing to see of the day yet. */
const atLeastAnHour = ({ from, to }: Span): Span => ({
  from,
  to: new Date(Math.max(to.getTime(), from.getTime() + HOUR_MS)),
})

/** Whole days by the person's own clocks, up to now. Days that are asked for are put in their order, and of too many the newest are shown. */
export function spanOf({ span, from, to }: PersonSearch, now: Date, zone: string): Span {
  const since = (days: number): Span => atLeastAnHour({ from: dayAt(now, -days, zone), to: now })
  if (span === '7d') return since(6)
  if (span === '30d') return since(29)
  const asked = [from, to].filter((day) => day !== undefined).toSorted((a, b) => a.localeCompare(b))
  const [first] = asked
  const last = asked.at(-1)
  if (span !== 'own' || first === undefined || last === undefined) return since(0)
  const end = Math.min(dayAt(midnightOf(last, zone), 1, zone).getTime(), now.getTime())
  const start = Math.min(midnightOf(first, zone).getTime(), dayAt(new Date(end), 0, zone).getTime())
  return atLeastAnHour({ from: new Date(Math.max(start, end - LONGEST_MS)), to: new Date(end) })
}
