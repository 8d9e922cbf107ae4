import { askedMsOf } from '@carewatch/contracts/freshness'
import {
  TRY_HOUSE_PEOPLE_MAX,
  type TriedOfHouse,
  type tryBranchLimits,
  type tryCompanyLimits,
} from '@carewatch/contracts/http/device-limits'
import type { Input } from '@carewatch/contracts/http/endpoint'
import {
  boundsFor,
  crossedBound,
  limitBounds,
  limitsFor,
  limitsForAll,
  type LimitMap,
  limitSides,
} from '@carewatch/contracts/limits'
import { limitsOfModel } from '@carewatch/contracts/measuring'
import { devices, watchSettings } from '@carewatch/migrations/schema/devices'
import { branches } from '@carewatch/migrations/schema/people'
import { assignments, wearers } from '@carewatch/migrations/schema/wearers'
import type { Db } from '@carewatch/platform/database/client'
import { and, eq, exists, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { Caller } from '../../access/viewer.ts'
import { isPresent, laterOf } from '../../access/worn.ts'
import { getVisibleBranch } from '../../branches/find.ts'
import { getVisibleCompany } from '../../companies/find.ts'
import { measuringOfDevice } from '../../devices/models/model.ts'
import { companyLimits } from '../../devices/settings/limits.ts'
import { InvalidFields } from '../../http/invalid-fields.ts'
import type { Services } from '../../services.ts'
import { DAY_MS, replayedTwice, oneEach } from './try-limits.ts'

type Needed = Pick<Services, 'db' | 'facts'>
type Body = Input<typeof tryBranchLimits>['body']

/** A branch or a company whose limits are tried. */
type Level = {
  isTheirs: SQL
  /** A company's do not hold where the branch says otherwise. */
  isCompany: boolean
  /** Its own limits as they are, and what stands behind them: to a branch its company's. */
  own: LimitMap | null
  behind: LimitMap | null
}

/** Of the metric's sides that have a bound, one at least of which nothing nearer says anything. */
function isHeld({ isCompany }: Level, { metric, limits }: Body): SQL | undefined {
  const usual = boundsFor(metric)
  const sides = limitSides.filter((side) => limits[side] !== null || usual[side] !== null)
  const isSetBy = (of: typeof watchSettings.limits | typeof branches.limits, side: string): SQL =>
    sql`coalesce(${of} -> ${metric}::text ? ${side}::text, false)`
  return or(
    ...sides.map((side) =>
      isCompany
        ? sql`not (${isSetBy(watchSettings.limits, side)} or ${isSetBy(branches.limits, side)})`
        : sql`not ${isSetBy(watchSettings.limits, side)}`,
    ),
  )
}

const isWornHere = and(isPresent, eq(devices.isActive, true), isNull(devices.deletedAt))

/** Who is here and wears something of which the limits would hold: nothing is said of them by name. Drawn evenly, and the same each time. */
function peopleOf(db: Db, level: Level, body: Body) {
  const worn = db
    .select({ id: assignments.id })
    .from(assignments)
    .innerJoin(devices, eq(devices.id, assignments.deviceId))
    .innerJoin(watchSettings, eq(watchSettings.deviceId, devices.id))
    .leftJoin(branches, eq(branches.id, devices.branchId))
    .where(and(eq(assignments.wearerId, wearers.id), isWornHere, level.isTheirs, isHeld(level, body)))
  return db
    .select({ id: wearers.id, people: sql<number>`(count(*) over ())::int` })
    .from(wearers)
    .where(and(eq(wearers.status, 'ACTIVE'), isNull(wearers.deletedAt), exists(worn)))
    .orderBy(sql`md5(${wearers.uuid}::text)`)
    .limit(TRY_HOUSE_PEOPLE_MAX)
}

/** What they wear of which the limits would hold. */
const wornBy = (db: Db, level: Level, { body, ids }: { body: Body; ids: number[] }) =>
  db
    .select({
      wearerId: assignments.wearerId,
      since: sql<Date>`greatest(${assignments.startedAt}, ${assignments.movedAt})`.mapWith(
        assignments.startedAt,
      ),
      deviceId: devices.id,
      deviceModel: devices.deviceModel,
      settings: watchSettings,
      branch: branches.limits,
    })
    .from(assignments)
    .innerJoin(devices, eq(devices.id, assignments.deviceId))
    .innerJoin(watchSettings, eq(watchSettings.deviceId, devices.id))
    .leftJoin(branches, eq(branches.id, devices.branchId))
    .where(and(inArray(assignments.wearerId, ids), isWornHere, level.isTheirs, isHeld(level, body)))

type Worn = Awaited<ReturnType<typeof wornBy>>[number]

const triedMap = ({ metric, limits }: Body): LimitMap => ({
  [metric]: Object.fromEntries(
    limitBounds.filter((bound) => limits[bound] !== null).map((bound) => [bound, limits[bound]]),
  ),
})

async function replayedOf(
  needed: Needed,
  worn: Worn,
  { level, body, from, to }: { level: Level; body: Body; from: Date; to: Date },
) {
  const { metric } = body
  const measuring = await measuringOfDevice(needed.db, worn)
  const own = worn.settings.limits
  const nearer = level.isCompany ? [own, worn.branch] : [own]
  const behind = [level.behind, limitsOfModel(measuring)]
  const rest = { askedMs: askedMsOf(worn.settings), measuring }
  const since = laterOf(from, worn.since)
  return replayedTwice(
    needed,
    { deviceId: worn.deviceId, metric, from: since < to ? since : to, to },
    {
      given: { limits: { [metric]: limitsFor(metric, ...nearer, triedMap(body), ...behind) }, ...rest },
      present: { limits: limitsForAll(...nearer, level.own, ...behind), ...rest },
    },
  )
}

async function tried(needed: Needed, level: Level, body: Body): Promise<TriedOfHouse> {
  const crossed = crossedBound(body.metric, triedMap(body), level.behind)
  if (crossed) throw new InvalidFields({ [`limits.${crossed.bound}`]: crossed.why })
  const to = new Date()
  const from = new Date(to.getTime() - body.days * DAY_MS)
  const people = await peopleOf(needed.db, level, body)
  const ids = people.map(({ id }) => id)
  const worn = ids.length > 0 ? await wornBy(needed.db, level, { body, ids }) : []
  const known = new Set<number>()
  const withAlarms = new Set<number>()
  let [total, presentTotal, markedFalse] = [0, 0, 0]
  for (const one of worn) {
    const found = await replayedOf(needed, one, { level, body, from, to })
    if (found.readings.length > 0) known.add(one.wearerId)
    if (found.raised.length > 0) withAlarms.add(one.wearerId)
    total += found.raised.length
    presentTotal += found.presentTotal
    markedFalse += found.markedFalse
  }
  return {
    from,
    to,
    limits: boundsFor(body.metric, triedMap(body), level.behind),
    people: people[0]?.people ?? 0,
    tried: people.length,
    known: known.size,
    total,
    peopleWithAlarms: withAlarms.size,
    markedFalse,
    presentTotal,
  }
}

export async function tryLimitsOfBranch(
  needed: Needed,
  caller: Caller,
  { params, body }: Input<typeof tryBranchLimits>,
): Promise<TriedOfHouse> {
  const { id, companyId, limits } = await getVisibleBranch(needed.db, caller, params.uuid)
  const level: Level = {
    isTheirs: eq(devices.branchId, id),
    isCompany: false,
    own: limits,
    behind: await companyLimits(needed.db, companyId),
  }
  return oneEach(caller.id, () => tried(needed, level, body))
}

export async function tryLimitsOfCompany(
  needed: Needed,
  caller: Caller,
  { params, body }: Input<typeof tryCompanyLimits>,
): Promise<TriedOfHouse> {
  const { id, limits } = await getVisibleCompany(needed.db, caller, params.uuid)
  const level: Level = { isTheirs: eq(devices.companyId, id), isCompany: true, own: limits, behind: null }
  return oneEach(caller.id, () => tried(needed, level, body))
}
