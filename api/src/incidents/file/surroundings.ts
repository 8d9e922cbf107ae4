import type { IncidentFile } from '@carewatch/contracts/http/incident-files'
import { beacons, presences, rooms } from '@carewatch/migrations/schema/rooms'
import { and, asc, eq, gt, isNull, lt, or } from 'drizzle-orm'
import type { Caller } from '../../access/viewer.ts'
import { visibleBeacons } from '../../access/visible.ts'
import { laterOf } from '../../access/worn.ts'
import type { WornSpan } from '../../access/worn-spans.ts'
import { isAmong } from '../../http/among.ts'
import type { Services } from '../../services.ts'
import { READ_MOST } from './cuts.ts'

type Window = { from: Date; to: Date }
type Reported = { beaconId: number; at: Date; facts: Record<string, Value> | null } & Record<
  Climate,
  number | null
>
type Value = IncidentFile['rooms'][number]['value']
type Climate = keyof typeof LEAST_CHANGE

/** A degree's third decimal is no news. */
const LEAST_CHANGE = { temperature: 0.5, humidity: 5 } as const
const MOST_SENSORS = 200

/** Parameters: sensors, from, to. */
const SENSORS = `select beacon_id as "beaconId", time as at, facts, temperature::float8 as temperature, humidity::float8 as humidity
  from sightings where beacon_id = any($1::int[]) and time >= $2 and time <= $3
    and (temperature is not null or humidity is not null or facts is not null) order by time limit ${2 * READ_MOST}`

const isNews = (fact: string, value: Value, before: Value | undefined): boolean =>
  typeof value === 'number' && typeof before === 'number' && fact in LEAST_CHANGE
    ? // Safe: it was just looked for.
      Math.abs(value - before) >= LEAST_CHANGE[fact as Climate]
    : value !== before

const rounded = (value: Value): Value => (typeof value === 'number' ? Math.round(value * 10) / 10 : value)

const factsOf = ({ facts, temperature, humidity }: Reported): [string, Value][] => [
  ...Object.entries(facts ?? {}),
  ...(temperature === null ? [] : [['temperature', temperature] as [string, Value]]),
  ...(humidity === null ? [] : [['humidity', humidity] as [string, Value]]),
]

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
    .where(and(isAmong(beacons.roomId, roomIds), isNull(beacons.deviceId), visibleBeacons(caller)))
    .limit(MOST_SENSORS)
  if (sensors.length === 0) return []
  const { rows } = await facts.query<Reported>(SENSORS, [sensors.map(({ id }) => id), from, to])
  const before = new Map<string, Value>()
  return rows.flatMap((row) =>
    factsOf(row).flatMap(([fact, value]) => {
      const [sensor, key] = [sensors.find(({ id }) => id === row.beaconId), `${row.beaconId} ${fact}`]
      if (!sensor || !isNews(fact, value, before.get(key))) return []
      before.set(key, value)
      return [{ at: row.at, room: sensor.room, sensor: sensor.sensor, fact, value: rounded(value) }]
    }),
  )
}

type Stay = IncidentFile['stays'][number] & { roomId: number | null }

/** In which rooms their tag was, as far as they wore what it belongs to; without an end, beyond this time. */
export async function readStays(
  { db }: Pick<Services, 'db'>,
  caller: Caller,
  { spans, to }: { spans: readonly WornSpan[]; to: Date },
): Promise<Stay[]> {
  const stays: Stay[] = []
  for (const span of spans) {
    const end = span.to !== null && span.to < to ? span.to : to
    const rows = await db
      .select({ roomId: presences.roomId, room: rooms.name, from: presences.since, to: presences.until })
      .from(presences)
      .innerJoin(beacons, eq(beacons.id, presences.beaconId))
      .leftJoin(rooms, eq(rooms.id, presences.roomId))
      .where(
        and(
          eq(beacons.deviceId, span.deviceId),
          visibleBeacons(caller),
          lt(presences.since, end),
          or(isNull(presences.until), gt(presences.until, span.from)),
        ),
      )
      .orderBy(asc(presences.since), asc(presences.id))
      .limit(READ_MOST)
    const isOver = (until: Date | null): until is Date => until !== null && until <= end
    stays.push(
      ...rows.map((row) => ({
        ...row,
        from: laterOf(row.from, span.from),
        to: isOver(row.to) ? row.to : span.to,
      })),
    )
  }
  return stays
}
