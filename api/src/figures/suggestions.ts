import type { WearerSummary } from '@carewatch/contracts/wearers'
import type { AlarmKind, Direction } from '@carewatch/contracts/alarms'
import type { Suggestion } from '@carewatch/contracts/http/alarm-figures'
import { TRY_DAYS } from '@carewatch/contracts/http/device-limits'
import { askedMsOf } from '@carewatch/contracts/freshness'
import { limitsFor, limitsForAll, type LimitSide } from '@carewatch/contracts/limits'
import { limitsOfModel, measuringOf } from '@carewatch/contracts/measuring'
import { type LimitedMetric, limitedMetrics, metric } from '@carewatch/contracts/metrics'
import type { Agreed } from '@carewatch/contracts/rules/replay'
import type { Db } from '@carewatch/platform/database/client'
import { deviceModels, devices, watchSettings } from '@carewatch/migrations/schema/devices'
import { branches, companies } from '@carewatch/migrations/schema/people'
import { eq, inArray } from 'drizzle-orm'
import type { Facts, Services } from '../services.ts'
import { momentsOf, offWristIn } from '../readings/worthless.ts'
import { readBeside, type Reading, replayed } from '../readings/replay.ts'
import { suggestedLimit } from './suggest.ts'
import { seen } from '../access/seen.ts'

/** Fewer say nothing of what is usual for somebody. */
const ENOUGH = 100
/** Whoever rang once or twice cried no wolf. */
const LOUD_FROM = 3
/** A reading each minute for a fortnight; judging more again would keep others waiting. */
const REPLAYED_MAX = 20_160
const DAY_MS = 86_400_000

/** What was measured off the wrist says nothing of what is usual. */
const EDGES = `
select device_id as "deviceId", metric, count(*)::int as count,
  percentile_cont(array[0.005, 0.995]) within group (order by value) as edges
from readings where (device_id, metric) in (select * from unnest($1::int4[], $2::int2[])) and time > now() - make_interval(days => $3)
  and not exists (select from unnest($4::int4[], $5::timestamptz[], $6::timestamptz[]) off (id, since, until)
    where off.id = device_id and time >= since and time < until)
group by 1, 2`

const READINGS = `
select date_part('epoch', time) * 1000, value::float8 from readings
where device_id = $1 and metric = $2 and time > now() - make_interval(days => $3) order by time limit $4`

type Edges = { deviceId: number; metric: number; count: number; edges: [number, number] }
type Watched = { deviceId: number; metric: LimitedMetric; side: LimitSide }

export type LoudRow = {
  deviceId: number
  deviceUuid: string
  deviceName: string
  wearer: WearerSummary | null
  /** The limits of a watch are those of who wears it now. */
  isWornNow: boolean
  branchUuid: string | null
  branchName: string | null
  kind: AlarmKind
  direction: Direction
  metric: string | null
  alarms: number
  closed: number
  falseAlarms: number
}

/** Of which number and side this alarm tells, where limits are what it tells of. */
function watchedBy({ deviceId, metric: name, direction, alarms, isWornNow }: LoudRow): Watched | null {
  if (!isWornNow || alarms < LOUD_FROM) return null
  const known = limitedMetrics.find((one) => one === name)
  if (!known || direction === 'NONE') return null
  return { deviceId, metric: known, side: direction === 'HIGH' ? 'high' : 'low' }
}

async function agreementsOf(db: Db, ids: number[]): Promise<Map<number, Agreed>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select({
      device: seen(devices),
      settings: watchSettings,
      branch: branches.limits,
      company: companies.limits,
      format: deviceModels.format,
    })
    .from(devices)
    .leftJoin(deviceModels, eq(deviceModels.name, devices.deviceModel))
    .innerJoin(watchSettings, eq(watchSettings.deviceId, devices.id))
    .leftJoin(branches, eq(branches.id, devices.branchId))
    .leftJoin(companies, eq(companies.id, devices.companyId))
    .where(inArray(devices.id, ids))
  return new Map(
    rows.map(({ device, settings, branch, company, format }) => {
      const measuring = measuringOf(device.deviceModel, format ?? device.deviceModel)
      const limits = limitsForAll(settings.limits, branch, company, limitsOfModel(measuring))
      return [device.id, { limits, askedMs: askedMsOf(settings), measuring }]
    }),
  )
}

async function rings(facts: Facts, watched: Watched, both: { now: Agreed; tried: Agreed }) {
  const { deviceId, metric: name, side } = watched
  const { rows } = await facts.query<Reading>({
    text: READINGS,
    values: [deviceId, metric(name).id, TRY_DAYS, REPLAYED_MAX + 1],
    rowMode: 'array',
  })
  if (rows.length > REPLAYED_MAX) return null
  const beside = await readBeside(facts, deviceId, rows)
  const ringsBy = async (agreed: Agreed): Promise<number> => {
    const alarms = await replayed(rows, beside, { metric: name, ...agreed })
    return alarms.filter(({ direction }) => direction === (side === 'high' ? 'HIGH' : 'LOW')).length
  }
  return { present: await ringsBy(both.now), suggested: await ringsBy(both.tried) }
}

async function suggestionFor(
  facts: Facts,
  watched: Watched,
  { agreed, edges }: { agreed: Agreed | undefined; edges: Edges | undefined },
): Promise<Suggestion | null> {
  const { metric: name, side } = watched
  const present = agreed?.limits[name]?.[side]
  if (!agreed || !edges || edges.count < ENOUGH || present === undefined) return null
  const edge = edges.edges[side === 'low' ? 0 : 1]
  const suggested = suggestedLimit({ metric: name, side, edge, present })
  if (suggested === null) return null
  const limits = {
    ...agreed.limits,
    [name]: limitsFor(name, { [name]: { [side]: suggested } }, agreed.limits),
  }
  const both = { now: agreed, tried: { ...agreed, limits } }
  return { metric: name, side, present, suggested, rings: await rings(facts, watched, both) }
}

/** Which of these devices lay off the wrist in the last fortnight, from when until when. */
async function offWrist(facts: Facts, ids: readonly number[]): Promise<[number[], Date[], Date[]]> {
  const to = new Date()
  const from = new Date(to.getTime() - TRY_DAYS * DAY_MS)
  const found: [number[], Date[], Date[]] = [[], [], []]
  for (const deviceId of new Set(ids)) {
    const [since, until] = momentsOf(await offWristIn(facts, { deviceId, from, to }))
    found[0].push(...since.map(() => deviceId))
    found[1].push(...since)
    found[2].push(...until)
  }
  return found
}

/** For each of these, in their order, a limit by what its wearer measured in the last fortnight. */
export async function suggestionsFor(
  { db, facts }: Pick<Services, 'db' | 'facts'>,
  rows: readonly LoudRow[],
): Promise<(Suggestion | null)[]> {
  const all = rows.map(watchedBy)
  const watched = all.filter((one) => one !== null)
  const ids = watched.map(({ deviceId }) => deviceId)
  const metrics = watched.map(({ metric: name }) => metric(name).id)
  const off = await offWrist(facts, ids)
  // unscoped: by the ids of the devices whose alarms the caller sees, each with its metric
  const [agreements, { rows: edges }] = await Promise.all([
    agreementsOf(db, ids),
    facts.query<Edges>(EDGES, [ids, metrics, TRY_DAYS, ...off]),
  ])
  const suggestions: (Suggestion | null)[] = []
  for (const one of all) {
    const found = one && edges.find((e) => e.deviceId === one.deviceId && e.metric === metric(one.metric).id)
    const agreed = one ? agreements.get(one.deviceId) : undefined
    suggestions.push(one ? await suggestionFor(facts, one, { agreed, edges: found ?? undefined }) : null)
  }
  return suggestions
}
