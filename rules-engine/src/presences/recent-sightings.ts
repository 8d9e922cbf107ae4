import type { Gateways } from '@carewatch/contracts/rules/rooms/whereabouts'
import type pg from 'pg'

const USUAL_WINDOW_MS = 15_000
/** What a restart takes to know again how strongly each is received. */
const FIRST_WINDOW_MS = 60_000
const LONGEST_WINDOW_MS = 600_000

export type RecentSighting = { gatewayId: number; beaconId: number; dbm: number; time: number }

/** By beacon, which an index finds however many rows there are. */
const RECENT = `
select s.gateway_id as "gatewayId", s.beacon_id as "beaconId", s.rssi as dbm, extract(epoch from s.time)::float8 * 1000 as time
from beacons b join sightings s on s.beacon_id = b.id and s.time > $1::timestamptz
where b.last_seen_at > $1::timestamptz and b.is_active and b.deleted_at is null and ($2::int4[] is null or s.gateway_id = any($2::int4[]))
order by s.time`

/** What was received lately; of gateways that report seldom, also what they reported a while ago. */
export async function recentSightings(
  db: pg.ClientBase,
  gatewayStatus: Gateways,
  { now, isFirst }: { now: number; isFirst: boolean },
): Promise<RecentSighting[]> {
  const since = (ms: number): Date => new Date(now - ms)
  const usual = isFirst ? FIRST_WINDOW_MS : USUAL_WINDOW_MS
  const seldom = [...gatewayStatus].filter(([, { reportsEveryMs }]) => 3 * (reportsEveryMs ?? 0) > usual)
  const { rows } = await db.query<RecentSighting>({
    name: 'heard',
    text: RECENT,
    values: [since(usual), null],
  })
  if (seldom.length === 0) return rows
  const longest = Math.max(...seldom.map(([, { reportsEveryMs }]) => 3 * (reportsEveryMs ?? 0)))
  const window = Math.min(longest, LONGEST_WINDOW_MS)
  const ids = seldom.map(([id]) => id)
  const late = await db.query<RecentSighting>({ name: 'heard', text: RECENT, values: [since(window), ids] })
  return [...late.rows, ...rows].toSorted((one, other) => one.time - other.time)
}
