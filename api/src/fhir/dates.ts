import { type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'

const prefixes = ['eq', 'ge', 'gt', 'le', 'lt', 'sa', 'eb'] as const
type Prefix = (typeof prefixes)[number]

/** A date that was asked for, from its first moment until before the next one of its kind: a day is no moment. */
export type DateTerm = { prefix: Prefix; low: Date; high: Date }

const DATE =
  /^(eq|ge|gt|le|lt|sa|eb)?(\d{4})(?:-(\d\d)(?:-(\d\d)(?:T(\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?(Z|[+-]\d\d:\d\d)?)?)?)?$/

/** Years that the database has with room on both sides; what lies beyond is a slip of the pen. */
const [FIRST_YEAR, LAST_YEAR] = [1900, 9000]

const MINUTE_MS = 60_000
const SECOND_MS = 1_000

/** How long what was written lasts: a year, a month, a day, a minute, a second or a millisecond. */
function endOf(low: Date, [month, day, hour, second, part]: readonly (string | undefined)[]): Date {
  const end = new Date(low)
  if (month === undefined) end.setUTCFullYear(end.getUTCFullYear() + 1)
  else if (day === undefined) end.setUTCMonth(end.getUTCMonth() + 1)
  else if (hour === undefined) end.setUTCDate(end.getUTCDate() + 1)
  else if (second === undefined) end.setTime(end.getTime() + MINUTE_MS)
  else end.setTime(end.getTime() + (part === undefined ? SECOND_MS : 1))
  return end
}

/** A date as FHIR writes it, with its prefix; none: it is no such date. Without a zone it is in UTC. */
export function readDate(text: string): DateTerm | undefined {
  const found = DATE.exec(text)
  if (!found) return undefined
  const [, prefix = 'eq', year, month, day, hour, minute, second, part, zone = 'Z'] = found
  const time = `${hour ?? '00'}:${minute ?? '00'}:${second ?? '00'}.${(part ?? '').slice(0, 3).padEnd(3, '0')}`
  const low = new Date(`${year}-${month ?? '01'}-${day ?? '01'}T${time}${zone}`)
  const days = new Date(Date.UTC(Number(year), Number(month ?? '1'), 0)).getUTCDate()
  const isKnown = Number(year) >= FIRST_YEAR && Number(year) <= LAST_YEAR && Number(day ?? '1') <= days
  if (!isKnown || Number.isNaN(low.getTime())) return undefined
  const known = prefixes.find((one) => one === prefix) ?? 'eq'
  return { prefix: known, low, high: endOf(low, [month, day, hour, second, part]) }
}

export type Between = { from: Date; to: Date }

/** From when on, and before when, a moment is that fits all of them. */
export function between(terms: readonly DateTerm[], { from, to }: Between): Between {
  const atLeast: number[] = [from.getTime()]
  const before: number[] = [to.getTime()]
  for (const { prefix, low, high } of terms) {
    if (prefix === 'eq' || prefix === 'ge') atLeast.push(low.getTime())
    if (prefix === 'gt' || prefix === 'sa') atLeast.push(high.getTime())
    if (prefix === 'eq' || prefix === 'le') before.push(high.getTime())
    if (prefix === 'lt' || prefix === 'eb') before.push(low.getTime())
  }
  return { from: new Date(Math.max(...atLeast)), to: new Date(Math.min(...before)) }
}

type Moment = AnyPgColumn | SQL
const at = (time: Date): SQL => sql`${time.toISOString()}::timestamptz`

/** A condition on a moment. */
const momentIs: Record<Prefix, (moment: Moment, term: DateTerm) => SQL> = {
  eq: (moment, { low, high }) => sql`(${moment} >= ${at(low)} and ${moment} < ${at(high)})`,
  ge: (moment, { low }) => sql`${moment} >= ${at(low)}`,
  gt: (moment, { high }) => sql`${moment} >= ${at(high)}`,
  le: (moment, { high }) => sql`${moment} < ${at(high)}`,
  lt: (moment, { low }) => sql`${moment} < ${at(low)}`,
  sa: (moment, { high }) => sql`${moment} >= ${at(high)}`,
  eb: (moment, { low }) => sql`${moment} < ${at(low)}`,
}
export const isMoment = (moment: Moment, terms: readonly DateTerm[]): SQL[] =>
  terms.map((term) => momentIs[term.prefix](moment, term))

type Span = { start: Moment; end: Moment }

/** A condition on a time that goes on while it has no end: some of it lies there, or all of it where that is asked. */
const spanIs: Record<Prefix, (span: Span, term: DateTerm) => SQL> = {
  eq: ({ start, end }, { low, high }) => sql`(${start} >= ${at(low)} and ${end} < ${at(high)})`,
  ge: ({ end }, { low }) => sql`(${end} is null or ${end} >= ${at(low)})`,
  gt: ({ end }, { high }) => sql`(${end} is null or ${end} >= ${at(high)})`,
  le: ({ start }, { high }) => sql`${start} < ${at(high)}`,
  lt: ({ start }, { low }) => sql`${start} < ${at(low)}`,
  sa: ({ start }, { high }) => sql`${start} >= ${at(high)}`,
  eb: ({ end }, { low }) => sql`${end} < ${at(low)}`,
}
export const isSpan = (span: Span, terms: readonly DateTerm[]): SQL[] =>
  terms.map((term) => spanIs[term.prefix](span, term))
