import {
  TRY_ALARMS_MAX,
  TRY_READINGS_MAX,
  type Tried,
  type tryLimits as contract,
} from '@carewatch/contracts/http/device-limits'
import type { Input } from '@carewatch/contracts/http/endpoint'
import { boundsFor } from '@carewatch/contracts/limits'
import { type LimitedMetric, metric, metrics } from '@carewatch/contracts/metrics'
import type { Agreed } from '@carewatch/contracts/rules/replay'
import { alarms } from '@carewatch/migrations/schema/alarms'
import { and, desc, eq, gte, type SQL } from 'drizzle-orm'
import type { Caller } from '../../access/viewer.ts'
import { visibleAlarms } from '../../access/visible-lives.ts'
import { rounded } from '../decimate.ts'
import type { Services } from '../../services.ts'
import { createOneEach } from './one-each.ts'
import { agreementsOf } from './agreements.ts'
import { extremesOf } from './points.ts'
import { readBeside, type Reading, replayed, type SidedAlarm } from '../replay.ts'
import { getVisibleDevice, type VisibleDevice } from '../../access/visible-device.ts'
import { laterOf } from '../../access/worn.ts'

export const DAY_MS = 86_400_000

const NEWEST = `select date_part('epoch', time) * 1000, value::float8 from readings
  where device_id = $1 and metric = $2 and time >= $3 and time <= $4 order by time desc limit $5`

type Needed = Pick<Services, 'db' | 'facts' | 'log'>
type Asked = Input<typeof contract>

/** Judging a fortnight again is work. */
export const oneEach = createOneEach()

/** What other limits would have raised, and what the present ones raise, of the same readings by the same rules. */
export async function tryLimits(services: Needed, caller: Caller, asked: Asked): Promise<Tried> {
  const device = await getVisibleDevice(services.db, caller, { uuid: asked.params.uuid })
  return oneEach(caller.id, () => tried(services, caller, { device, body: asked.body }))
}

export type Span = { openedAt: number; clearedAt: number | null }

type OfOne = { deviceId: number; metric: LimitedMetric; from: Date; to: Date }

/** When an alarm of this metric was open that a person ended as a false one. */
async function falseOnes(
  db: Needed['db'],
  { deviceId, metric: name, from }: OfOne,
  isVisible: SQL | undefined,
): Promise<Span[]> {
  const isOne = and(
    eq(alarms.deviceId, deviceId),
    eq(alarms.kind, metrics[name].alarm),
    eq(alarms.cause, 'FALSE_ALARM'),
    gte(alarms.openedAt, from),
    isVisible,
  )
  const rows = await db
    .select({ openedAt: alarms.openedAt, closedAt: alarms.closedAt })
    .from(alarms)
    .where(isOne)
    .orderBy(desc(alarms.openedAt))
    .limit(TRY_ALARMS_MAX)
  return rows.map(({ openedAt, closedAt }) => ({
    openedAt: openedAt.getTime(),
    clearedAt: closedAt?.getTime() ?? null,
  }))
}

const overlaps = (one: Span, other: Span): boolean =>
  one.openedAt <= (other.clearedAt ?? Number.POSITIVE_INFINITY) &&
  other.openedAt <= (one.clearedAt ?? Number.POSITIVE_INFINITY)

/** What was measured by one device in a time, judged by limits as they would be and as they are. */
export async function replayedTwice(
  { db, facts }: Pick<Needed, 'db' | 'facts'>,
  of: OfOne,
  { given, present, isVisible }: { given: Agreed; present: Agreed; isVisible?: SQL },
) {
  const { rows } = await facts.query<Reading>({
    text: NEWEST,
    values: [of.deviceId, metric(of.metric).id, of.from, of.to, TRY_READINGS_MAX + 1],
    rowMode: 'array',
  })
  const readings = rows.slice(0, TRY_READINGS_MAX).reverse()
  const beside = await readBeside(facts, of.deviceId, readings)
  const raised = await replayed(readings, beside, { metric: of.metric, ...given })
  const now = await replayed(readings, beside, { metric: of.metric, ...present })
  const marked = await falseOnes(db, of, isVisible)
  return {
    readings,
    isCut: rows.length > readings.length,
    raised,
    presentTotal: now.length,
    markedFalse: raised.filter((alarm) => marked.some((one) => overlaps(alarm, one))).length,
  }
}

async function tried(
  needed: Needed,
  caller: Caller,
  { device, body }: { device: VisibleDevice; body: Asked['body'] },
): Promise<Tried> {
  const { given, present } = await agreementsOf(needed.db, device, body)
  const to = new Date()
  const asked = laterOf(new Date(to.getTime() - body.days * DAY_MS), device.shownSince)
  // Nobody wears it: there is nothing to try on.
  const from = asked < to ? asked : to
  const { readings, isCut, raised, presentTotal, markedFalse } = await replayedTwice(
    needed,
    { deviceId: device.id, metric: body.metric, from, to },
    { given, present, isVisible: visibleAlarms(caller) },
  )
  return {
    from,
    to,
    limits: boundsFor(body.metric, given.limits),
    total: raised.length,
    markedFalse,
    alarms: raised.slice(-TRY_ALARMS_MAX).map(toTriedAlarm),
    presentTotal,
    readings: readings.length,
    isCut,
    points: extremesOf(readings, { from, to }),
  }
}

const toTriedAlarm = (alarm: SidedAlarm): Tried['alarms'][number] => ({
  severity: alarm.severity,
  direction: alarm.direction,
  openedAt: new Date(alarm.openedAt),
  clearedAt: alarm.clearedAt === null ? null : new Date(alarm.clearedAt),
  value: rounded(alarm.value),
})
