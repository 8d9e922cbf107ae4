import type { AlarmKind } from '@carewatch/contracts/alarms'
import { metrics } from '@carewatch/contracts/metrics'
import { alarms } from '@carewatch/migrations/schema/alarms'
import { devices } from '@carewatch/migrations/schema/devices'
import { auditLog, branches, users } from '@carewatch/migrations/schema/people'
import { beacons, presences } from '@carewatch/migrations/schema/rooms'
import { assignments, wearerRelations, wearers } from '@carewatch/migrations/schema/wearers'
import type { Db } from '@carewatch/platform/database/client'
import { and, asc, eq, gt, gte, inArray, isNotNull, isNull, lt, or, sql } from 'drizzle-orm'
import type { Caller } from '../access/viewer.ts'
import { isFamily, laterOf } from '../access/worn.ts'
import type { Services } from '../services.ts'

export type Span = { from: number; to: number | null }
/** `since`: when they put it on, be it before what is asked for. */
export type Worn = { deviceId: number; since: number; from: number; to: number; zone: string }
/** Whose time, and which. */
export type Asked = { wearerId: number; from: Date; to: Date }

const millis = (text: string): string => `date_part('epoch', ${text}) * 1000`

/** By what is worn still and is switched off the clock tells nothing, nor would it have. */
const isOn = and(eq(devices.isActive, true), isNull(devices.deletedAt))
const isOver = lt(assignments.endedAt, sql`now()`)

/** What they wore in that time, and where they live by it. */
export async function wornIn(db: Db, { wearerId, from, to }: Asked): Promise<Worn[]> {
  const { deviceId, startedAt, endedAt } = assignments
  const rows = await db
    .select({ deviceId, startedAt, endedAt, ownZone: users.timeZone, branchZone: branches.timeZone })
    .from(assignments)
    .innerJoin(devices, eq(devices.id, deviceId))
    .leftJoin(users, eq(users.id, devices.ownerId))
    .leftJoin(branches, eq(branches.id, devices.branchId))
    .where(
      and(
        eq(assignments.wearerId, wearerId),
        lt(startedAt, to),
        or(isNull(endedAt), gt(endedAt, from)),
        or(isOn, isOver),
      ),
    )
    .orderBy(asc(startedAt))
  return rows.map((row) => ({
    deviceId: row.deviceId,
    since: row.startedAt.getTime(),
    from: laterOf(row.startedAt, from).getTime(),
    to: Math.min(row.endedAt?.getTime() ?? Infinity, to.getTime()),
    zone: row.branchZone ?? row.ownZone ?? 'UTC',
  }))
}

/** When a tag of theirs came to another room than the one before. */
async function movesOf(db: Db, { deviceId, from }: Pick<Worn, 'deviceId' | 'from'>): Promise<number[]> {
  const { beaconId, roomId, since } = presences
  const rows = await db
    .select({ beaconId, roomId, since })
    .from(presences)
    .innerJoin(beacons, eq(beacons.id, beaconId))
    .where(
      and(
        eq(beacons.deviceId, deviceId),
        isNull(beacons.deletedAt),
        isNotNull(roomId),
        gte(since, new Date(from)),
      ),
    )
    .orderBy(asc(beaconId), asc(since))
  return rows.flatMap((row, index) => {
    const before = rows[index - 1]
    return before?.beaconId === row.beaconId && before.roomId !== row.roomId ? [row.since.getTime()] : []
  })
}

/** The moments in which somebody moved by one of their watches: as `rules-engine/src/schedule/inactivity.ts` has them, but for doors and what moves in the room, of which the last alone is kept. */
export async function signsOf(
  facts: Services['facts'],
  db: Db,
  { deviceId, from, to }: Worn,
): Promise<number[]> {
  const span = [new Date(from), new Date(to)]
  const { rows: steps } = await facts.query<{ at: number }>(
    `select ${millis('time')} as at from (
       select time, value, lag(value) over (order by time) as before from readings
       where device_id = $1 and metric = ${metrics.steps.id} and time >= $2 and time <= $3) counts
     where before is not null and value <> before and value > 0`,
    [deviceId, ...span],
  )
  const { rows: pressed } = await facts.query<{ at: number }>(
    `select ${millis('time')} as at from device_events where device_id = $1 and time >= $2 and time <= $3
       and type = any('{SOS,FALL_CANCELLED,CHECK_IN,ON_WRIST,OFF_WRIST}')`,
    [deviceId, ...span],
  )
  return [...steps, ...pressed].map(({ at }) => at).concat(await movesOf(db, { deviceId, from }))
}

type Raised = { kind: string; cause: string | null } & Span

/** What was told of them in that time: what was unknown by it, and what was marked as false. */
export async function raisedOf(
  db: Db,
  { wearerId, from }: Asked,
  kinds: readonly AlarmKind[],
): Promise<Raised[]> {
  const { kind, cause, openedAt, clearedAt, closedAt } = alarms
  const rows = await db
    .select({ kind, cause, openedAt, clearedAt, closedAt })
    .from(alarms)
    .where(
      and(
        eq(alarms.wearerId, wearerId),
        eq(alarms.rehearsal, false),
        inArray(kind, kinds),
        or(isNull(closedAt), gt(closedAt, from)),
      ),
    )
  return rows.map((row) => ({
    kind: row.kind,
    cause: row.cause,
    from: row.openedAt.getTime(),
    to: (row.clearedAt ?? row.closedAt)?.getTime() ?? null,
  }))
}

type Day = { midnight: number; from: number; to: number }

/** Each day of that time: its midnight, and two of its clocks as moments. */
export async function daysOf(
  db: Db,
  { from, to }: Asked,
  { dayFrom, dayTo, zone }: { dayFrom: string; dayTo: string; zone: string },
): Promise<Day[]> {
  const { rows } = await db.execute<Day>(sql`
    select date_part('epoch', midnight) * 1000 as midnight, date_part('epoch', opened) * 1000 as from, date_part('epoch', least(ended, till)) * 1000 as to from (
      select day::date::timestamp at time zone ${zone} as midnight, (day::date + ${dayFrom}::time) at time zone ${zone} as opened,
        (day::date + ${dayTo}::time) at time zone ${zone} as ended, ${from.toISOString()}::timestamptz as since, ${to.toISOString()}::timestamptz as till
      from generate_series((${from.toISOString()}::timestamptz at time zone ${zone})::date, (${to.toISOString()}::timestamptz at time zone ${zone})::date, '1 day') day) days
    where opened >= since and opened < till order by 1`)
  return [...rows]
}

/** When they pressed that they are well: by what they wore, or by a tap. */
export async function checkedInOf(
  { db, facts }: Pick<Services, 'db' | 'facts'>,
  worn: readonly Worn[],
  { wearerId, from, to }: Asked,
): Promise<number[]> {
  const pressed: number[] = []
  for (const one of worn) {
    const span = [new Date(one.from), new Date(one.to)]
    const { rows } = await facts.query<{ at: number }>(
      `select ${millis('time')} as at from device_events where device_id = $1 and type = 'CHECK_IN' and time >= $2 and time <= $3`,
      [one.deviceId, ...span],
    )
    pressed.push(...rows.map(({ at }) => at))
  }
  const isTap = sql`${auditLog.detail} ->> 'facts' = 'checkIn'`
  // unscoped: the traces of one person's own taps, who was found before
  const taps = await db
    .select({ at: auditLog.at })
    .from(auditLog)
    .innerJoin(
      wearers,
      and(eq(auditLog.entity, 'wearer'), eq(auditLog.entityUuid, sql`${wearers.uuid}::text`)),
    )
    .where(and(eq(wearers.id, wearerId), isTap, gte(auditLog.at, from), lt(auditLog.at, to)))
  return [...pressed, ...taps.map(({ at }) => at.getTime())].toSorted((one, other) => one - other)
}

/** When nobody wore anything. */
export function bare(worn: readonly Worn[], { from, to }: Asked): { from: number; to: number }[] {
  const gaps: { from: number; to: number }[] = []
  let known = from.getTime()
  for (const span of worn) {
    if (span.from > known) gaps.push({ from: known, to: span.from })
    known = Math.max(known, span.to)
  }
  if (known < to.getTime()) gaps.push({ from: known, to: to.getTime() })
  return gaps
}

export async function sinceWhen(
  db: Db,
  caller: Caller,
  { wearerId, from }: Omit<Asked, 'to'>,
): Promise<Date> {
  if (!isFamily(caller)) return from
  const [relation] = await db
    .select({ since: wearerRelations.since })
    .from(wearerRelations)
    .where(and(eq(wearerRelations.wearerId, wearerId), eq(wearerRelations.userId, caller.id)))
  return laterOf(from, relation?.since ?? from)
}
