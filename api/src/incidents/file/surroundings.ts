import type { IncidentFile } from '@carewatch/contracts/http/incident-files'
import { auditLog } from '@carewatch/migrations/schema/people'
import { beacons, presences, rooms } from '@carewatch/migrations/schema/rooms'
import { and, asc, eq, gt, isNull, lt, ne, or, sql } from 'drizzle-orm'
import { asItself } from '@carewatch/platform/database/as-itself'
import type { Db } from '@carewatch/platform/database/client'
import type { Caller } from '../../access/viewer.ts'
import { locatedBeacons, visibleBeacons } from '../../access/visible.ts'
import { laterOf } from '../../access/worn.ts'
import { AHEAD, type WornSpan } from '../../access/worn-spans.ts'
import { isAmong } from '../../http/among.ts'
import type { Services } from '../../services.ts'
import { READ_MOST } from './cuts.ts'

type Window = { from: Date; to: Date }
type Reported = { beaconId: number; at: Date; fact: string; value: Value }
type Value = IncidentFile['rooms'][number]['value']
type Climate = keyof typeof LEAST_CHANGE

/** A degree's third decimal is no news. */
const LEAST_CHANGE = { temperature: 0.5, humidity: 5 } as const
const MOST_SENSORS = 200

/** What differs from what the same sensor reported before: of what says the same every second nothing else is read. Parameters: sensors, from, to. */
const SENSORS = `with reported as (
    select beacon_id, time, key, said.value, said.step,
      lag(said.step) over (partition by beacon_id, key order by time) as before
    from sightings cross join lateral (
      select key, value, value as step from jsonb_each(facts)
      union all select 'temperature', to_jsonb(temperature), to_jsonb(round(temperature / ${LEAST_CHANGE.temperature}))
        where temperature is not null
      union all select 'humidity', to_jsonb(humidity), to_jsonb(round(humidity / ${LEAST_CHANGE.humidity}))
        where humidity is not null) said
    where beacon_id = any($1::int[]) and time >= $2 and time <= $3)
  select beacon_id as "beaconId", time as at, key as fact, value from reported
  where step is distinct from before order by time limit ${2 * READ_MOST}`

const isNews = (fact: string, value: Value, before: Value | undefined): boolean =>
  typeof value === 'number' && typeof before === 'number' && fact in LEAST_CHANGE
    ? // Safe: it was just looked for.
      Math.abs(value - before) >= LEAST_CHANGE[fact as Climate]
    : value !== before

const rounded = (value: Value): Value => (typeof value === 'number' ? Math.round(value * 10) / 10 : value)

/** What changed of what the sensors fixed in these rooms reported; of each first what it was. */
export async function readRooms(
  { db, facts }: Pick<Services, 'db' | 'facts'>,
  caller: Caller,
  { roomIds, from, to }: Window & { roomIds: readonly number[] },
): Promise<IncidentFile['rooms']> {
  const sensors = await db
    .select({ id: beacons.id, sensor: beacons.name, room: rooms.name })
    .from(beacons)
    .innerJoin(rooms, eq(rooms.id, beacons.roomId))
    .where(
      and(
        isAmong(beacons.roomId, roomIds),
        isNull(beacons.deviceId),
        // A tag is somebody's, of the staff or of whoever wears it next.
        ne(beacons.deviceType, 'TAG'),
        locatedBeacons(caller),
      ),
    )
    .limit(MOST_SENSORS)
  if (sensors.length === 0) return []
  const { rows } = await facts.query<Reported>(SENSORS, [sensors.map(({ id }) => id), from, to])
  const before = new Map<string, Value>()
  return rows.flatMap(({ beaconId, at, fact, value }) => {
    const [sensor, key] = [sensors.find(({ id }) => id === beaconId), `${beaconId} ${fact}`]
    if (!sensor || !isNews(fact, value, before.get(key))) return []
    before.set(key, value)
    return [{ at, room: sensor.room, sensor: sensor.sensor, fact, value: rounded(value) }]
  })
}

type Stay = IncidentFile['stays'][number] & { roomId: number | null }

/** When a tag was given to the watch that it is of; null: it was made with it. */
async function givenAt(db: Db, { uuid }: { uuid: string }): Promise<Date | null> {
  // unscoped: of a tag that was found, and nothing of the trace is shown but when it was
  const [given] = await asItself(db, () =>
    db
      .select({ at: sql<Date | null>`max(${auditLog.at})`.mapWith(auditLog.at) })
      .from(auditLog)
      .where(
        and(
          eq(auditLog.entity, 'beacon'),
          eq(auditLog.entityUuid, uuid),
          sql`${auditLog.detail} -> 'fields' ? 'deviceId'`,
        ),
      ),
  )
  return given?.at ?? null
}

/** Where this tag was in a time, the stays cut to it; without an end, beyond this time. */
async function staysOf(db: Db, beaconId: number, { from, to, end }: Window & { end: Date }): Promise<Stay[]> {
  const isOver = (at: Date): boolean => at <= end
  const last = isOver(to) ? to : end
  const rows = await db
    .select({
      roomId: presences.roomId,
      room: rooms.name,
      unknown: presences.unknown,
      from: presences.since,
      to: presences.until,
    })
    .from(presences)
    .leftJoin(rooms, eq(rooms.id, presences.roomId))
    .where(
      and(
        eq(presences.beaconId, beaconId),
        lt(presences.since, last),
        or(isNull(presences.until), gt(presences.until, from)),
      ),
    )
    .orderBy(asc(presences.since), asc(presences.id))
    .limit(READ_MOST)
  return rows.map((row) => {
    const until = row.to !== null && row.to < to ? row.to : to
    return { ...row, from: laterOf(row.from, from), to: isOver(until) ? until : null }
  })
}

/** In which rooms their tag was since it is this watch's, as far as they wore what it belongs to. */
export async function readStays(
  { db }: Pick<Services, 'db'>,
  caller: Caller,
  { spans, to: end }: { spans: readonly WornSpan[]; to: Date },
): Promise<Stay[]> {
  const stays: Stay[] = []
  for (const span of spans) {
    const tags = await db
      .select({ id: beacons.id, uuid: beacons.uuid })
      .from(beacons)
      .where(and(eq(beacons.deviceId, span.deviceId), visibleBeacons(caller)))
    for (const tag of tags) {
      const given = await givenAt(db, tag)
      const from = given === null ? span.from : laterOf(given, span.from)
      stays.push(...(await staysOf(db, tag.id, { from, to: span.to ?? AHEAD, end })))
    }
  }
  return stays
}
