import type { Decoded, DecodedPosition } from '@carewatch/devices/codec'
import type pg from 'pg'
import { createHomeNetworks } from '../home/home-networks.ts'
import type { Uplink } from '../uplink.ts'
import { createCellTable } from './cell-table.ts'
import { createLocationService, type LocationServiceOptions } from './location-service.ts'
import type { Nearby, Resolver } from './resolver.ts'

/** As many watches as are looked up at once; of more that come together the rest is looked up when they speak next. */
const ASKED_MAX = 20
/** Satellites said it within: what is wider says nothing beside it. */
const EXACT_WITHIN = '10 minutes'

const IS_KNOWN_BETTER = `
select exists (select from positions where device_id = $1 and source = 'GPS'
  and time between $2::timestamptz - interval '${EXACT_WITHIN}' and $2::timestamptz + interval '${EXACT_WITHIN}') as "isKnown"`

type Place = (uplink: Uplink, position: DecodedPosition) => void
type Resolving = {
  db: pg.Pool
  resolvers: readonly Resolver[]
  place: Place
  onError: (error: Error) => void
}

/** When it heard what is around it, and what. */
function nearbyOf({ cells, networks }: Decoded): (Nearby & { time: number }) | undefined {
  const time = cells?.time ?? networks?.time
  return time === undefined ? undefined : { time, cells: cells?.cells ?? [], bssids: networks?.bssids ?? [] }
}

/** Looks a watch up by what it hears around it, where it says no place itself: the first resolver that knows. What it finds is shown, and judges no fence. */
export function createResolving({ db, resolvers, place, onError }: Resolving) {
  const asked = new Set<number>()

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
    // Of who is not known to be the device nothing is believed.
    if (!nearby || decoded.positions.length > 0 || uplink.isUnproven) return
    if (asked.size >= ASKED_MAX || asked.has(deviceId)) return
    asked.add(deviceId)
    try {
      const position = await find(uplink.source, nearby)
      if (position) place(uplink, position)
    } catch (error) {
      onError(error as Error)
    } finally {
      asked.delete(deviceId)
    }
  }
}

type Location = Omit<Resolving, 'resolvers'> & { locationService: LocationServiceOptions | undefined }

/** Where a watch is that says no place: at home by the networks of its home, else by whoever knows what it hears. Beside the promise: nothing of a message waits for it. */
export function createLocation({ db, locationService, place, onError }: Location) {
  const table = createCellTable(db)
  const resolvers = locationService ? [createLocationService(locationService), table] : [table]
  const resolve = createResolving({ db, resolvers, place, onError })
  const otherwise = (uplink: Uplink, decoded: Decoded): void => void resolve(uplink, decoded)
  const homes = createHomeNetworks({ db, place, otherwise, onError })
  return {
    note: (uplink: Uplink, decoded: Decoded): void =>
      decoded.networks ? homes.note(uplink, decoded) : otherwise(uplink, decoded),
    flush: homes.flush,
    close: homes.close,
  }
}
