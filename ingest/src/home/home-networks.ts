import type { Decoded, DecodedPosition } from '@carewatch/devices/codec'
import { createLookups } from '../lookups/lookups.ts'
import type { Asking } from '../lookups/share.ts'
import type { Uplink } from '../uplink.ts'
import { type Home, type HomeNetwork, KNOWN_HEARINGS, placeByNetworks, standsAt } from './by-networks.ts'

const EVERY_MS = 5_000
/** As much as is kept between writes; beyond, what comes is not learnt. */
const GATHERED_MAX = 20_000
/** As many as are kept of a home that were heard there a few times; as many that go along elsewhere, for a network whose going along was forgotten would count as its home's; and as many others: what is new displaces neither. */
const KNOWN_MAX = 45
const ELSEWHERE_MAX = 15
const OTHERS_MAX = 15
/** As many homes as are read at once. */
const ASKED_MAX = 2

/** The home as it is now: one that was moved a moment ago must not place anybody at the old one. */
const READ = `
select d.home_lat as lat, d.home_lng as lng, coalesce((
  select jsonb_object_agg(n.bssid, jsonb_build_object('hearings', n.hearings, 'days', n.days, 'isElsewhere', n.is_elsewhere))
  from home_networks n where n.device_id = d.id and n.home_lat = d.home_lat and n.home_lng = d.home_lng), '{}') as networks
from devices d where d.id = $1 and d.home_lat is not null and d.home_lng is not null`

/** Of a home that was changed meanwhile nothing is learnt; what stood of another home begins anew. */
const WRITE = `
insert into home_networks as n (device_id, bssid, home_lat, home_lng, hearings, days, is_elsewhere, last_heard_at)
select u."deviceId", u.bssid, d.home_lat, d.home_lng, u.hearings, 1, u."isElsewhere", u.at
from jsonb_to_recordset($1::jsonb) as u ("deviceId" int4, bssid text, lat float8, lng float8, hearings int4, "isElsewhere" bool, at timestamptz)
join devices d on d.id = u."deviceId" and d.home_lat = u.lat and d.home_lng = u.lng
order by u."deviceId", u.bssid
on conflict (device_id, bssid) do update set
  home_lat = excluded.home_lat, home_lng = excluded.home_lng,
  hearings = excluded.hearings + case when (n.home_lat, n.home_lng) = (excluded.home_lat, excluded.home_lng) then n.hearings else 0 end,
  days = case when (n.home_lat, n.home_lng) <> (excluded.home_lat, excluded.home_lng) then 1
    when n.last_heard_at::date < excluded.last_heard_at::date then n.days + 1 else n.days end,
  is_elsewhere = excluded.is_elsewhere or (n.is_elsewhere and (n.home_lat, n.home_lng) = (excluded.home_lat, excluded.home_lng)),
  last_heard_at = greatest(n.last_heard_at, excluded.last_heard_at)`

/** Of too many those go that were heard on the fewest days, or longest ago: whoever brings networks to a home for an hour fills it with none of them. */
const THIN = `
delete from home_networks n using (
  select k.device_id, k.bssid, class, row_number() over (partition by k.device_id, class order by
    case when class = 'known' then k.days end desc, case when class = 'known' then k.hearings end desc, k.last_heard_at desc, k.bssid) as place
  from home_networks k join devices d on d.id = k.device_id cross join lateral (
    select case when not coalesce((d.home_lat, d.home_lng) = (k.home_lat, k.home_lng), false) then 'other'
      when k.is_elsewhere then 'elsewhere' when k.hearings >= ${KNOWN_HEARINGS} then 'known' else 'other' end) of (class)
  where k.device_id = any($1::int4[])) ranked
where n.device_id = ranked.device_id and n.bssid = ranked.bssid
  and ranked.place > case ranked.class when 'known' then ${KNOWN_MAX} when 'elsewhere' then ${ELSEWHERE_MAX} else ${OTHERS_MAX} end`

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

type Read = { lat: number; lng: number; networks: Record<string, HomeNetwork> }

async function readHome(db: Asking, deviceId: number): Promise<Home | undefined> {
  const { rows } = await db.query<Read>({ name: 'home-networks', text: READ, values: [deviceId] })
  const [row] = rows
  return row && { lat: row.lat, lng: row.lng, networks: new Map(Object.entries(row.networks)) }
}

/** What a message says of the networks of its home: those that it hears there, once more; those that are its home's and that it hears far away; those by which it was known to be there. */
function learntOf(deviceId: number, { networks: known, ...home }: Home, decoded: Decoded): Learnt[] {
  const stands = standsAt(home, decoded)
  const { networks } = decoded
  if (!networks) return []
  const isElsewhere = stands === 'elsewhere'
  const at = new Date(networks.time)
  const hearings = stands === 'home' ? 1 : 0
  return networks.bssids
    .filter((bssid) => stands === 'home' || known.has(bssid))
    .map((bssid) => ({ deviceId, bssid, ...home, hearings, isElsewhere, at }))
}

type Options = {
  db: Asking
  /** Stores where a watch is, once that is known. */
  place: (uplink: Uplink, position: DecodedPosition) => void
  /** Called where these networks do not say that it is at home. */
  otherwise: (uplink: Uplink, decoded: Decoded) => void
  onError: (error: Error) => void
}

/** Learns which networks a watch hears at home, and knows it is home by them where no satellite is seen. Beside the promise: nothing of the message waits for it. */
export function createHomeNetworks({ db, place, otherwise, onError }: Options) {
  const gathered = createGathered()
  const timer = setInterval(() => void flush(), EVERY_MS)
  timer.unref()

  async function ask(uplink: Uplink, decoded: Decoded): Promise<void> {
    const { deviceId } = uplink.source
    try {
      const home = await readHome(db, deviceId)
      const position = home && placeByNetworks(decoded, home)
      if (position) place(uplink, position)
      else otherwise(uplink, decoded)
      if (!home) return
      if (position || standsAt(home, decoded)) learntOf(deviceId, home, decoded).forEach(gathered.add)
    } catch (error) {
      onError(error as Error)
    }
  }
  const lookUp = createLookups({ atOnce: ASKED_MAX, look: ask })

  async function flush(): Promise<void> {
    const learnt = gathered.taken()
    if (learnt.length === 0) return
    try {
      await db.query({ name: 'learn-networks', text: WRITE, values: [JSON.stringify(learnt)] })
      const ids = [...new Set(learnt.map(({ deviceId }) => deviceId))]
      await db.query({ name: 'thin-networks', text: THIN, values: [ids] })
    } catch (error) {
      onError(error as Error)
    }
  }

  return {
    /** Of who is not known to be the device nothing is learnt or believed. */
    note(uplink: Uplink, decoded: Decoded): void {
      if (decoded.networks) lookUp(uplink, decoded)
    },
    flush,
    close: async (): Promise<void> => {
      clearInterval(timer)
      await flush()
    },
  }
}
