import { metric, metricById } from '@carewatch/contracts/metrics'
import { devices } from '@carewatch/migrations/schema/devices'
import { assignments, wearers } from '@carewatch/migrations/schema/wearers'
import { and, eq, gt, isNull, lte, or } from 'drizzle-orm'
import { byWearer } from '../../access/persons.ts'
import { visibleWearers } from '../../access/visible-wearers.ts'
import { AHEAD, lastOf, type WornSpan, wornSpans } from '../../access/worn-spans.ts'
import { CATEGORIES, LOINC, type Observed, observed } from '../../exports/fhir/codes.ts'
import { type About, type Moment, observationOf } from '../../exports/fhir/observations.ts'
import type { WearerRow } from '../../exports/fhir/people.ts'
import { zoneOf } from '../../exports/fhir/zone-of.ts'
import { rounded } from '../../readings/decimate.ts'
import { isWithin, offWristIn } from '../../readings/worthless.ts'
import { isLimited } from '@carewatch/contracts/metrics'
import { type Asked, datesFor, isAskedFor, type Token } from '../asked.ts'
import { between, type Between } from '../dates.ts'
import { InvalidFields } from '../../http/invalid-fields.ts'
import type { Found, Needed, Search } from '../source.ts'
import { byTime, type Timed } from './by-time.ts'

/** So many readings of each metric are read at a time. */
const READINGS = 1_000

const nextOf = (isDescending: boolean): string => {
  const way = isDescending ? 'desc' : 'asc'
  return `select time, id as metric, value from unnest($2::int[]) as wanted (id) cross join lateral (
    select time, value::float8 as value from readings
    where device_id = $1 and metric = wanted.id and time >= $3 and time <= $4 order by time ${way} limit ${READINGS}) found
  order by time ${way}, metric limit ${READINGS}`
}
const [NEXT, NEXT_BACK] = [nextOf(false), nextOf(true)]

const isOf = (
  tokens: readonly Token[] | undefined,
  system: string,
  codes: readonly { code: string }[],
): boolean =>
  tokens?.some(
    (token) =>
      (token.system === undefined || token.system === system) &&
      codes.some(({ code }) => token.code === '' || token.code === code),
  ) ?? true

/** Which measurements were asked for, by any of their codes and by their category. */
const wantedOf = ({ tokens }: Asked): Observed[] =>
  observed.filter(
    ({ codes, category }) =>
      isOf(tokens.get('code'), LOINC, codes) && isOf(tokens.get('category'), CATEGORIES, [category]),
  )

type Span = Between & { deviceId: number; isDescending: boolean }

/** What was measured on the wrist in a time, moment by moment, for as long as somebody reads it. */
async function* momentsOf(
  { facts }: Needed,
  span: Span,
  wanted: readonly Observed[],
): AsyncGenerator<Moment> {
  const ids = wanted.flatMap(({ parts }) => parts.map((part) => metric(part.metric).id))
  let { from, to } = span
  for (;;) {
    const { rows } = await facts.query<{ time: Date; metric: number; value: number }>({
      text: span.isDescending ? NEXT_BACK : NEXT,
      values: [span.deviceId, ids, from, to],
    })
    const last = rows.at(-1)?.time
    if (!last) return
    const isWhole = rows.length < READINGS
    const read = span.isDescending ? { from: last, to } : { from, to: last }
    const off = await offWristIn(facts, { deviceId: span.deviceId, ...read })
    // Of a moment at the end some may be missing: it is read again.
    const kept = isWhole ? rows : rows.filter(({ time }) => time.getTime() !== last.getTime())
    for (const [at, measured] of Map.groupBy(kept, ({ time }) => time.getTime())) {
      const time = new Date(at)
      const isWorthless = off.some((one) => isWithin(one, time))
      const values = measured.flatMap((row) => {
        const name = metricById(row.metric)
        return name && !(isLimited(name) && isWorthless) ? [[name, rounded(row.value)] as const] : []
      })
      yield { time, values: new Map(values) }
    }
    if (isWhole) return
    if (span.isDescending) to = last
    else from = last
  }
}

/** Where a search goes on: in which time of wearing, after which moment, and there after which measurement. */
type Place = { span: string; time: Date; index: number }

const placeText = ({ span, time, index }: Place): string => [span, time.getTime(), index].join('/')
function placeOf({ after }: Asked): Place | undefined {
  if (after === undefined) return undefined
  const [span = '', time = '', index = ''] = after.split('/')
  const at = new Date(Number(time))
  if (Number.isNaN(at.getTime()) || !/^\d{1,3}$/.test(index)) throw new InvalidFields({ _cursor: 'invalid' })
  return { span, time: at, index: Number(index) }
}

/** More somebody wears in no life. */
const MOST_SPANS = 5_000

type InSpan = {
  span: WornSpan
  asked: Between
  start: Place | undefined
  wanted: readonly Observed[]
  isDescending?: boolean
}

async function aboutOf({ db }: Needed, wearer: WearerRow, deviceId: number): Promise<About> {
  // What this person wore, which was found as the caller may see it
  const [device] = await db.select({ uuid: devices.uuid }).from(devices).where(eq(devices.id, deviceId))
  const deviceUuid = device?.uuid ?? ''
  return {
    patient: `Patient/${wearer.uuid}`,
    device: `Device/${deviceUuid}`,
    deviceUuid,
    zone: await zoneOf(db, deviceId),
  }
}

/** Whether what is measured at this moment was on the page before: there those of a moment come by their times of wearing. */
const isShown = (
  start: Place | undefined,
  uuid: string,
  { time, index }: { time: Date; index: number },
): boolean =>
  start?.time.getTime() === time.getTime() &&
  (uuid < start.span || (uuid === start.span && index <= start.index))

async function* ofSpan(needed: Needed, wearer: WearerRow, inSpan: InSpan) {
  const { span, asked, start, wanted, isDescending = false } = inSpan
  const { deviceId, uuid } = span
  const about = await aboutOf(needed, wearer, deviceId)
  const least = isDescending ? 0 : (start?.time.getTime() ?? 0)
  const from = new Date(Math.max(span.from.getTime(), asked.from.getTime(), least))
  // What ends before a moment does not have it; times are kept to the millisecond.
  const end = lastOf(span, new Date(asked.to.getTime() - 1))
  const to = isDescending && start && start.time < end ? start.time : end
  for await (const moment of momentsOf(needed, { deviceId, from, to, isDescending }, wanted)) {
    for (const measurement of wanted) {
      const index = observed.indexOf(measurement)
      if (isShown(start, uuid, { time: moment.time, index })) continue
      const resource = observationOf(measurement, moment, about)
      const place = placeText({ span: uuid, time: moment.time, index })
      if (resource) yield { time: moment.time, found: { resource, people: [byWearer(wearer.uuid)], place } }
    }
  }
}

async function* foundIn(all: AsyncGenerator<Timed>): AsyncGenerator<Found> {
  for await (const { found } of all) yield found
}

/** What of somebody was measured, by what they wore, each in the order of time. */
async function* ofWearer({ needed, caller, asked }: Search, wearer: WearerRow): AsyncGenerator<Found> {
  const wanted = wantedOf(asked)
  if (wanted.length === 0 || !isAskedFor(asked, 'status', 'final')) return
  const ever = { from: new Date(0), to: AHEAD }
  const range = between(datesFor(asked, 'date'), ever)
  if (range.from >= range.to) return
  const place = placeOf(asked)
  const spans = await wornSpans(needed.db, caller, { wearerId: wearer.id, ...range, most: MOST_SPANS })
  if (asked.sort) {
    const inTime = { asked: range, start: place, wanted, isDescending: asked.sort.isDescending }
    return yield* byTime(spans, inTime.isDescending, (span) => ofSpan(needed, wearer, { span, ...inTime }))
  }
  const start = place ? spans.findIndex(({ uuid }) => uuid === place.span) : 0
  if (start < 0) throw new InvalidFields({ _cursor: 'invalid' })
  for (const [index, span] of spans.slice(start).entries())
    yield* foundIn(
      ofSpan(needed, wearer, { span, asked: range, start: index === 0 ? place : undefined, wanted }),
    )
}

const ID = /^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})\.([\d-]+)\.(\d+)$/

/** One by its id, which says by which device it was measured, and when: of whoever wore it then. */
async function* ofId(search: Search, id: string): AsyncGenerator<Found> {
  const { needed, caller } = search
  const [, ...parts] = ID.exec(id) ?? []
  const [, millis] = parts.slice(5)
  const time = new Date(Number(millis))
  if (millis === undefined || Number.isNaN(time.getTime())) return
  const [found] = await needed.db
    .select({ wearer: wearers })
    .from(assignments)
    .innerJoin(wearers, eq(wearers.id, assignments.wearerId))
    .innerJoin(devices, eq(devices.id, assignments.deviceId))
    .where(
      and(
        eq(devices.uuid, parts.slice(0, 5).join('-')),
        lte(assignments.startedAt, time),
        or(isNull(assignments.endedAt), gt(assignments.endedAt, time)),
        visibleWearers(caller),
      ),
    )
  if (!found || (search.wearer && search.wearer.id !== found.wearer.id)) return
  const high = new Date(time.getTime() + 1)
  const exactly = { prefix: 'eq', low: time, high } as const
  const asked: Asked = {
    ...search.asked,
    dates: new Map([['date', [exactly, ...datesFor(search.asked, 'date')]]]),
    after: undefined,
  }
  for await (const one of ofWearer({ ...search, asked }, found.wearer))
    if (one.resource.id === id) yield { ...one, place: id }
}

/** What was measured: of one person, or by ids. What was worthless is no observation. */
export async function* observations(search: Search): AsyncGenerator<Found> {
  const { asked, wearer } = search
  const ids = asked.tokens.get('_id')
  if (ids) {
    const each = [...new Set(ids.map(({ code }) => code))]
    const begin = asked.after === undefined ? 0 : each.indexOf(asked.after) + 1
    for (const id of each.slice(begin)) yield* ofId(search, id)
    return
  }
  if (wearer) yield* ofWearer(search, wearer)
}
