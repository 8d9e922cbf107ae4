import type { Decoded, DecodedPosition } from '@carewatch/devices/codec'
import type pg from 'pg'
import { createHomeNetworks } from '../home/home-networks.ts'
import type { Uplink } from '../uplink.ts'
import { createCellTable } from './cell-table.ts'
import { createLastPlaces, EXACT_MS, type LastPlaces } from './last-places.ts'
import { createLocationService, type LocationServiceOptions } from './location-service.ts'
import { createLookups } from '../lookups/lookups.ts'
import type { Nearby, Resolver } from './resolver.ts'
import { type Asking, createShare } from '../lookups/share.ts'

/** As many as a service may keep waiting; the database is asked by one at a time. */
const ASKED_MAX = 20

const IS_KNOWN_BETTER = `
select exists (select from positions where device_id = $1 and source = 'GPS'
  and time between $2::timestamptz - interval '${EXACT_MS} ms' and $2::timestamptz + interval '${EXACT_MS} ms') as "isKnown"`

type Place = (uplink: Uplink, position: DecodedPosition) => void
type Resolving = {
  db: Asking
  resolvers: readonly Resolver[]
  lastPlaces: LastPlaces
  place: Place
  onError: (error: Error) => void
}

/** When it heard what is around it, and what. */
function nearbyOf({ cells, networks }: Decoded): (Nearby & { time: number }) | undefined {
  const time = cells?.time ?? networks?.time
  return time === undefined ? undefined : { time, cells: cells?.cells ?? [], bssids: networks?.bssids ?? [] }
}

/** Looks a watch up by what it hears around it, where it says no place itself: the first resolver that knows. What it finds is shown, and judges no fence. */
export function createResolving({ db, resolvers, lastPlaces, place, onError }: Resolving) {
  async function find({ deviceId }: Uplink['source'], { time, ...nearby }: Nearby & { time: number }) {
    const values = [deviceId, new Date(time)]
    const { rows } = await db.query<{ isKnown: boolean }>({
      name: 'is-placed',
      text: IS_KNOWN_BETTER,
      values,
    })
    if (rows[0]?.isKnown) return undefined
    for (const resolve of resolvers) {
      const found = await resolve(nearby)
      if (found) return { time, ...found }
    }
    return undefined
  }

  /** Resolves when it is placed, or nobody can say. */
  return async (uplink: Uplink, decoded: Decoded): Promise<void> => {
    const { deviceId } = uplink.source
    const nearby = nearbyOf(decoded)
    if (!nearby || decoded.positions.length > 0 || lastPlaces.isKnownExactly(deviceId, nearby.time)) return
    try {
      const position = await find(uplink.source, nearby)
      // Satellites may have said it meanwhile.
      if (position && !lastPlaces.isKnownExactly(deviceId, nearby.time)) place(uplink, position)
    } catch (error) {
      onError(error as Error)
    }
  }
}

type Location = {
  db: pg.Pool
  locationService: LocationServiceOptions | undefined
  place: Place
  onError: (error: Error) => void
}

/** Where a watch is that says no place: at home by the networks of its home, else by whoever knows what it hears. Beside the promise: nothing of a message waits for it, and of the pool's connections it takes two. */
export function createLocation({ db, locationService, place, onError }: Location) {
  const shared = createShare(db)
  const table = createCellTable(shared)
  const resolvers = locationService ? [createLocationService(locationService), table] : [table]
  const lastPlaces = createLastPlaces()
  const placeNews: Place = (uplink, position) => {
    if (lastPlaces.isNews(uplink.source.deviceId, position)) place(uplink, position)
  }
  const look = createResolving({ db: shared, resolvers, lastPlaces, place: placeNews, onError })
  const lookUp = createLookups({ atOnce: ASKED_MAX, look })
  const homes = createHomeNetworks({ db: createShare(db), place: placeNews, otherwise: lookUp, onError })
  return {
    note(uplink: Uplink, decoded: Decoded): void {
      lastPlaces.note(uplink, decoded)
      if (decoded.networks) homes.note(uplink, decoded)
      else if (decoded.cells) lookUp(uplink, decoded)
    },
    flush: homes.flush,
    close: homes.close,
  }
}
