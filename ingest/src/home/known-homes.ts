import type pg from 'pg'
import type { Home, HomeNetwork } from './by-networks.ts'

/** As long as what was read of a home may be old: it may have been changed. */
const READ_AGAIN_MS = 60_000
/** As many homes as are remembered at once. */
const HOMES_MAX = 20_000

const READ = `select d.home_lat as lat, d.home_lng as lng, coalesce((
  select jsonb_object_agg(n.bssid, jsonb_build_object('hearings', n.hearings, 'days', n.days, 'isElsewhere', n.is_elsewhere))
  from home_networks n where n.device_id = d.id and n.home_lat = d.home_lat and n.home_lng = d.home_lng), '{}') as networks
from devices d where d.id = $1 and d.home_lat is not null and d.home_lng is not null`

type Read = { lat: number; lng: number; networks: Record<string, HomeNetwork> }
type Known = { readAt: number; isReading: boolean; home: Home | undefined }

const unread = (): Known => ({ readAt: Number.NEGATIVE_INFINITY, isReading: false, home: undefined })

/** Where a watch is at home and which networks it hears there. Nobody waits for it: what was not read yet is known the next time. */
export function createKnownHomes(db: pg.Pool, onError: (error: Error) => void) {
  const homes = new Map<number, Known>()

  async function read(deviceId: number, known: Known): Promise<void> {
    if (known.isReading) return
    known.isReading = true
    try {
      const { rows } = await db.query<Read>({ name: 'home-networks', text: READ, values: [deviceId] })
      const [row] = rows
      known.home = row && { lat: row.lat, lng: row.lng, networks: new Map(Object.entries(row.networks)) }
      known.readAt = performance.now()
    } catch (error) {
      onError(error as Error)
    } finally {
      known.isReading = false
    }
  }

  return (deviceId: number): Home | undefined => {
    const known = homes.get(deviceId) ?? unread()
    if (!homes.has(deviceId) && homes.size >= HOMES_MAX) homes.clear()
    homes.set(deviceId, known)
    const ageMs = performance.now() - known.readAt
    if (ageMs > READ_AGAIN_MS) void read(deviceId, known)
    // What may have been changed is not believed any more.
    return ageMs <= 2 * READ_AGAIN_MS ? known.home : undefined
  }
}
