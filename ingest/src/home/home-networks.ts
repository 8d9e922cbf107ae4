import type { Decoded } from '@carewatch/devices/codec'
import type pg from 'pg'
import type { Uplink } from '../uplink.ts'
import { type Home, placeByNetworks, standsAt } from './by-networks.ts'
import { createKnownHomes } from './known-homes.ts'

const EVERY_MS = 5_000
/** As much as is kept between writes; beyond, what comes is not learnt. */
const GATHERED_MAX = 20_000
/** As many networks as a home has at most. */
const NETWORKS_MAX = 60

/** Of a home that was changed meanwhile nothing is learnt; what stood of another home begins anew. */
const WRITE = `
insert into home_networks as n (device_id, bssid, home_lat, home_lng, hearings, days, is_elsewhere, last_heard_at)
select u."deviceId", u.bssid, d.home_lat, d.home_lng, u.hearings, 1, u."isElsewhere", u.at
from jsonb_to_recordset($1::jsonb) as u ("deviceId" int4, bssid text, lat float8, lng float8, hearings int4, "isElsewhere" bool, at timestamptz)
join devices d on d.id = u."deviceId" and d.home_lat = u.lat and d.home_lng = u.lng
where (select count(*) from home_networks k where k.device_id = u."deviceId") < ${NETWORKS_MAX}
  or exists (select from home_networks k where k.device_id = u."deviceId" and k.bssid = u.bssid)
on conflict (device_id, bssid) do update set
  home_lat = excluded.home_lat, home_lng = excluded.home_lng,
  hearings = excluded.hearings + case when (n.home_lat, n.home_lng) = (excluded.home_lat, excluded.home_lng) then n.hearings else 0 end,
  days = case when (n.home_lat, n.home_lng) <> (excluded.home_lat, excluded.home_lng) then 1
    when n.last_heard_at::date < excluded.last_heard_at::date then n.days + 1 else n.days end,
  is_elsewhere = n.is_elsewhere or excluded.is_elsewhere,
  last_heard_at = greatest(n.last_heard_at, excluded.last_heard_at)`

type Learnt = {
  deviceId: number
  bssid: string
  lat: number
  lng: number
  hearings: number
  isElsewhere: boolean
  at: Date
}

/** What was learnt of networks since the last write. */
function createGathered() {
  let gathered = new Map<string, Learnt>()

  function add(one: Learnt): void {
    const key = `${one.deviceId} ${one.bssid}`
    const before = gathered.get(key)
    if (!before && gathered.size >= GATHERED_MAX) return
    gathered.set(key, {
      ...one,
      hearings: one.hearings + (before?.hearings ?? 0),
      isElsewhere: one.isElsewhere || before?.isElsewhere === true,
    })
  }

  return {
    add,
    taken(): Learnt[] {
      const all = [...gathered.values()]
      gathered = new Map()
      return all
    },
  }
}

/** Learns which networks a watch hears at home, and knows it is home by them where no satellite is seen. Beside the promise: nothing waits for it. */
export function createHomeNetworks(db: pg.Pool, onError: (error: Error) => void) {
  const homeOf = createKnownHomes(db, onError)
  const gathered = createGathered()
  const timer = setInterval(() => void flush(), EVERY_MS)
  timer.unref()

  function learn(deviceId: number, { lat, lng, networks }: Home, decoded: Decoded): void {
    const stands = standsAt({ lat, lng }, decoded.positions)
    if (!stands || !decoded.networks) return
    const isElsewhere = stands === 'elsewhere'
    const at = new Date(decoded.networks.time)
    for (const bssid of decoded.networks.bssids) {
      // A network somewhere else is of no interest, unless it is one of those at home.
      if (isElsewhere && !networks.has(bssid)) continue
      gathered.add({ deviceId, bssid, lat, lng, hearings: isElsewhere ? 0 : 1, isElsewhere, at })
    }
  }

  async function flush(): Promise<void> {
    const learnt = gathered.taken()
    if (learnt.length === 0) return
    try {
      await db.query({ name: 'learn-networks', text: WRITE, values: [JSON.stringify(learnt)] })
    } catch (error) {
      onError(error as Error)
    }
  }

  return {
    /** Adds to what it says that it is home, where the networks that it hears say so. Of who is not known to be the device nothing is learnt or believed. */
    note({ source: { deviceId }, isUnproven }: Uplink, decoded: Decoded): void {
      if (!decoded.networks || isUnproven) return
      const home = homeOf(deviceId)
      if (!home) return
      const place = placeByNetworks(decoded, home)
      if (place) decoded.positions.push(place)
      else learn(deviceId, home, decoded)
    },
    flush,
    close: async (): Promise<void> => {
      clearInterval(timer)
      await flush()
    },
  }
}
