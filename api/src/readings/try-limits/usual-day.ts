import {
  NIGHT,
  USUAL_DAYS,
  USUAL_SAMPLES_MIN,
  type UsualDay,
  type usualDay as contract,
} from '@carewatch/contracts/http/device-limits'
import type { Input } from '@carewatch/contracts/http/endpoint'
import { isLimited, limitedMetrics, metricById, metrics } from '@carewatch/contracts/metrics'
import { branches } from '@carewatch/migrations/schema/people'
import type { Db } from '@carewatch/platform/database/client'
import { eq } from 'drizzle-orm'
import type { Caller } from '../../access/viewer.ts'
import { getVisibleDevice } from '../../access/visible-device.ts'
import { laterOf } from '../../access/worn.ts'
import type { Services } from '../../services.ts'
import { rounded } from '../decimate.ts'
import { isWorn, momentsOf, offWristIn } from '../worthless.ts'

const DAY_MS = 86_400_000
/** A fortnight of a sample a minute of each; of more the newest count. */
const READINGS_MAX = 100_000

const USUAL = `
select metric, is_night as "isNight", count(*)::int as samples,
  percentile_cont(array[0.05, 0.25, 0.5, 0.75, 0.95]) within group (order by value::float8) as spread
from (
  select metric, value, extract(hour from time at time zone $5) >= ${NIGHT.from} or extract(hour from time at time zone $5) < ${NIGHT.to} as is_night
  from readings where device_id = $1 and metric = any($2::int2[]) and time >= $3 and time <= $4 and ${isWorn(6)}
  order by time desc limit ${READINGS_MAX}) newest
group by metric, is_night`

type Row = { metric: number; isNight: boolean; samples: number; spread: number[] }

async function zoneOf(db: Db, branchId: number | null): Promise<string> {
  if (branchId === null) return 'UTC'
  const [branch] = await db
    .select({ zone: branches.timeZone })
    .from(branches)
    .where(eq(branches.id, branchId))
  return branch?.zone ?? 'UTC'
}

/** What is usual for who wears a device: limits that lie within it alarm every day. */
export async function readUsualDay(
  { db, facts }: Pick<Services, 'db' | 'facts'>,
  caller: Caller,
  { params }: Input<typeof contract>,
): Promise<UsualDay> {
  const device = await getVisibleDevice(db, caller, { uuid: params.uuid })
  const to = new Date()
  const since = laterOf(new Date(to.getTime() - USUAL_DAYS * DAY_MS), device.shownSince)
  const from = since < to ? since : to
  const ids = limitedMetrics.map((name) => metrics[name].id)
  const zone = await zoneOf(db, device.branchId)
  const lay = momentsOf(await offWristIn(facts, { deviceId: device.id, from, to }))
  const { rows } = await facts.query<Row>(USUAL, [device.id, ids, from, to, zone, ...lay])
  const found: UsualDay['metrics'] = {}
  for (const { metric: id, isNight, samples, spread } of rows) {
    const name = metricById(id)
    if (!name || !isLimited(name) || samples < USUAL_SAMPLES_MIN) continue
    const [p5 = 0, p25 = 0, median = 0, p75 = 0, p95 = 0] = spread.map((value) => rounded(value))
    const known = found[name] ?? { day: null, night: null }
    found[name] = { ...known, [isNight ? 'night' : 'day']: { samples, p5, p25, median, p75, p95 } }
  }
  return { from, to, metrics: found }
}
