import { ibeaconText } from '@carewatch/contracts/rooms'
import type pg from 'pg'
import type { Sighting } from '@carewatch/devices/gateway-codec'

const EVERY_MS = 5_000
/** Of so many a gateway's memory and its rows hold at most: a station is full of phones. */
const REMEMBERED = 1_000
const KEPT_ROWS = 200
const FORGOTTEN_MS = 15 * 60_000
/** A phone changes its address every quarter of an hour and is not worth a row; what stays, or says what it is, is. */
const RECEIVED_AT_LEAST = 3
const RECEIVED_FOR_MS = 60_000

type Stranger = {
  sighting: Sighting
  firstSeenAt: number
  lastSeenAt: number
  count: number
  isWritten: boolean
}

const WRITE = `
insert into unknown_beacons (gateway_id, mac, ibeacon, name, seems, model, rssi, battery, first_seen_at, last_seen_at, count)
select u."gatewayId", u.mac, u.ibeacon, u.name, u.seems, u.model, u.rssi, u.battery, u."firstSeenAt", u."lastSeenAt", u.count
from jsonb_to_recordset($1::jsonb) as u ("gatewayId" int4, mac text, ibeacon text, name text, seems text, model text, rssi int2, battery int2,
  "firstSeenAt" timestamptz, "lastSeenAt" timestamptz, count int4)
where not exists (select from beacons b where b.mac = u.mac and b.deleted_at is null)
  and not exists (select from beacons b where b.ibeacon = u.ibeacon and b.deleted_at is null)
  and exists (select from gateways g where g.id = u."gatewayId")
on conflict (gateway_id, mac) do update set ibeacon = coalesce(excluded.ibeacon, unknown_beacons.ibeacon),
  name = coalesce(excluded.name, unknown_beacons.name), seems = coalesce(excluded.seems, unknown_beacons.seems),
  model = coalesce(excluded.model, unknown_beacons.model), rssi = excluded.rssi, battery = coalesce(excluded.battery, unknown_beacons.battery),
  first_seen_at = least(unknown_beacons.first_seen_at, excluded.first_seen_at), last_seen_at = excluded.last_seen_at,
  count = greatest(unknown_beacons.count, excluded.count)`

/** Those that identify themselves stay longest, then those received last. */
const TRIM = `
delete from unknown_beacons u using (
  select gateway_id, mac, row_number() over (partition by gateway_id order by (seems is null and model is null), last_seen_at desc) as place
  from unknown_beacons where gateway_id = any($1::int4[])) ranked
where u.gateway_id = ranked.gateway_id and u.mac = ranked.mac and ranked.place > ${KEPT_ROWS}`

/** Who is around a gateway and registered nowhere, gathered and written every few seconds. */
export function createUnknownBeacons(db: pg.Pool, onError: (error: Error) => void) {
  const around = new Map<number, Map<string, Stranger>>()
  const timer = setInterval(() => void flush(), EVERY_MS)
  timer.unref()

  async function flush(): Promise<void> {
    const due = [...around].flatMap(([gatewayId, strangers]) =>
      [...strangers.values()].filter(isWorthARow).map((stranger) => ({ gatewayId, stranger })),
    )
    if (due.length === 0) return
    for (const { stranger } of due) stranger.isWritten = true
    try {
      await db.query(WRITE, [JSON.stringify(due.map(rowOf))])
      await db.query(TRIM, [[...new Set(due.map(({ gatewayId }) => gatewayId))]])
    } catch (error) {
      onError(error as Error)
      for (const { stranger } of due) stranger.isWritten = false
    }
  }

  return {
    flush,
    note(gatewayId: number, sighting: Sighting): void {
      const strangers = around.get(gatewayId) ?? new Map<string, Stranger>()
      around.set(gatewayId, strangers)
      const before = strangers.get(sighting.mac)
      if (!before && strangers.size >= REMEMBERED) forgetOldest(strangers, sighting.time)
      strangers.set(sighting.mac, met(before, sighting))
    },
    close: async () => {
      clearInterval(timer)
      await flush()
    },
  }
}

export type UnknownBeacons = ReturnType<typeof createUnknownBeacons>

function met(before: Stranger | undefined, sighting: Sighting): Stranger {
  const { time } = sighting
  if (!before || time - before.lastSeenAt > FORGOTTEN_MS)
    return { sighting, firstSeenAt: time, lastSeenAt: time, count: 1, isWritten: false }
  const facts = { ...before.sighting.facts, ...sighting.facts }
  return {
    sighting: { ...before.sighting, ...sighting, facts },
    firstSeenAt: before.firstSeenAt,
    lastSeenAt: Math.max(time, before.lastSeenAt),
    count: before.count + 1,
    isWritten: false,
  }
}

/** One not received for long makes room; without such, the oldest. */
function forgetOldest(strangers: Map<string, Stranger>, now: number): void {
  for (const [mac, { lastSeenAt }] of strangers) if (now - lastSeenAt > FORGOTTEN_MS) strangers.delete(mac)
  const [first] = strangers.keys()
  if (strangers.size >= REMEMBERED && first !== undefined) strangers.delete(first)
}

const describesItself = ({ sighting: { seems, model, ibeacon, facts } }: Stranger): boolean =>
  seems !== undefined || model !== undefined || ibeacon !== undefined || Object.keys(facts).length > 0

const isWorthARow = (stranger: Stranger): boolean => {
  const { isWritten, count, firstSeenAt, lastSeenAt } = stranger
  const stayed = count >= RECEIVED_AT_LEAST && lastSeenAt - firstSeenAt >= RECEIVED_FOR_MS
  return !isWritten && (stayed || describesItself(stranger))
}

const MAX_TEXT = 64
/** PostgreSQL's text takes no NUL and no half of a letter. */
const printable = (text: string | undefined): string | null =>
  text?.toWellFormed().replaceAll('\u0000', '').trim().slice(0, MAX_TEXT) || null

function rowOf({ gatewayId, stranger }: { gatewayId: number; stranger: Stranger }) {
  const { sighting, firstSeenAt, lastSeenAt, count } = stranger
  const { mac, rssi, seems, ibeacon, facts } = sighting
  return {
    gatewayId,
    mac,
    ibeacon: ibeacon ? ibeaconText(ibeacon) : null,
    name: printable(sighting.name),
    seems: seems ?? null,
    model: printable(sighting.model),
    rssi,
    battery: facts.battery === undefined ? null : Math.round(facts.battery),
    firstSeenAt: new Date(firstSeenAt),
    lastSeenAt: new Date(lastSeenAt),
    count,
  }
}
