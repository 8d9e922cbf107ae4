import { ONE_PRESS_MS, REPEATED_AFTER_MS } from '@carewatch/contracts/rules/rooms/fact-changes'
import { beaconButtons } from '@carewatch/contracts/rooms'
import type pg from 'pg'
import { arrayOf } from '../columns.ts'
import type { Stored } from '../store.ts'
import { type BeaconSighting, eventOf, isCry, type ScanMessage } from './scan-message.ts'

const AT = (milliseconds: string): string =>
  `'epoch'::timestamptz + (${milliseconds})::int8 * interval '1 millisecond'`

/** Within so long the same is no change for this node, so another node wrote it: `isChange`, by what stands in the table. */
const writtenByAnother = (packetId: string, known: string): string => `case
  when ${known}.kind not like 'button%' then interval '${REPEATED_AFTER_MS} ms'
  when ${packetId} is not distinct from ${known}.packet_id then interval '${ONE_PRESS_MS} ms' else interval '0' end`

/**
 * Sightings, the changes in them and the pending evaluations, in one statement. The known facts of a beacon
 * by then (a message sent again, a commit whose answer was lost, another broker) was handed to the rules: it is left out.
 * Of two nodes that receive the same at the same moment, the one that waits for the other's row learns there that it is written.
 * The press of a button that the wearer of a watch carries is an event of that watch.
 */
const STORE = `
with fresh as (
  insert into sightings (gateway_id, beacon_id, time, rssi, temperature, humidity, battery, facts)
  select gateway_id, beacon_id, time, rssi, temperature, humidity, battery, facts::jsonb
  from unnest($1::int4[], $2::int4[], $3::timestamptz[], $4::int2[], $5::float4[], $6::float4[], $7::int2[], $8::text[])
    as s (gateway_id, beacon_id, time, rssi, temperature, humidity, battery, facts)
  on conflict do nothing
), candidates as (
  select n.* from jsonb_to_recordset($9::jsonb) as n ("gatewayId" int4, "beaconId" int4, kind text, value jsonb, time int8,
    since int8, "packetId" int2, "deviceId" int4, "isCry" bool, event text, "receivedAt" int8)
  left join beacon_facts known on known.beacon_id = n."beaconId" and known.kind = n.kind
  where known.at is null or (known.at < ${AT('n.time')} and not (known.value = n.value and ${AT('n.time')} < known.at + ${writtenByAnother('n."packetId"', 'known')}))
), standing as (
  insert into beacon_facts (beacon_id, kind, value, since, at, gateway_id, packet_id)
  select distinct on ("beaconId", kind) "beaconId", kind, value, ${AT('since')}, ${AT('time')}, "gatewayId", "packetId"
  from candidates order by "beaconId", kind, time desc
  on conflict (beacon_id, kind) do update set value = excluded.value, since = excluded.since, at = excluded.at,
    gateway_id = excluded.gateway_id, packet_id = excluded.packet_id
    where beacon_facts.at < excluded.at and not (beacon_facts.value = excluded.value
      and excluded.at < beacon_facts.at + ${writtenByAnother('excluded.packet_id', 'beacon_facts')})
  returning beacon_id, kind
), changes as (
  select c.* from candidates c join standing on standing.beacon_id = c."beaconId" and standing.kind = c.kind
), happened as (
  insert into device_events (device_id, time, type, received_at)
  select distinct on ("deviceId", event, time) "deviceId", ${AT('time')}, event, ${AT('"receivedAt"')} from changes where event is not null
  on conflict do nothing returning device_id, time, type, received_at
), pending as (
  select "isCry" as urgent, jsonb_agg(jsonb_build_object('beaconId', "beaconId", 'gatewayId', "gatewayId", 'kind', kind, 'value', value,
    'time', time, 'since', since, 'receivedAt', "receivedAt") order by time, kind) as facts
  from changes where not "isCry" or "deviceId" is null group by "isCry"
), cries as (
  select jsonb_agg(jsonb_build_object('deviceId', device_id, 'type', type, 'time', (extract(epoch from time) * 1000)::int8,
    'receivedAt', (extract(epoch from received_at) * 1000)::int8)) as events from happened
)
insert into pending_evaluations (urgent, events, room_facts)
select true, cries.events, pending.facts from cries left join pending on pending.urgent where cries.events is not null or pending.facts is not null
union all select false, null, facts from pending where not urgent
returning urgent`

/** Commits what gateways scanned; what was committed before changes nothing. */
export async function storeScans(
  db: pg.Pool,
  messages: readonly ScanMessage[],
): Promise<Stored & { hasChanges: boolean }> {
  const { rows } = await db.query<{ urgent: boolean }>({
    name: 'store-scans',
    text: STORE,
    values: valuesOf(messages),
  })
  return { isUrgent: rows.some(({ urgent }) => urgent), hasChanges: rows.length > 0 }
}

type Row = BeaconSighting & { gatewayId: number; receivedAt: number }

function valuesOf(messages: readonly ScanMessage[]): unknown[] {
  const rows: Row[] = messages.flatMap(({ uplink, kept }) =>
    kept.map((one) => ({ ...one, gatewayId: uplink.source.gatewayId, receivedAt: uplink.receivedAt })),
  )
  const column = (pick: (row: Row) => number | undefined) => rows.map((row) => pick(row) ?? Number.NaN)
  return [
    arrayOf(
      'int4',
      column(({ gatewayId }) => gatewayId),
    ),
    arrayOf(
      'int4',
      column(({ beacon }) => beacon.id),
    ),
    arrayOf(
      'timestamptz',
      column(({ sighting }) => sighting.time),
    ),
    arrayOf(
      'int2',
      column(({ sighting }) => sighting.rssi),
    ),
    arrayOf(
      'float4',
      column(({ sighting }) => sighting.facts.temperature),
    ),
    arrayOf(
      'float4',
      column(({ sighting }) => sighting.facts.humidity),
    ),
    arrayOf(
      'int2',
      column(({ sighting }) => sighting.facts.battery),
    ),
    rows.map(({ sighting }) => factsText(sighting.facts)),
    JSON.stringify(rows.flatMap(changesOf)),
  ]
}

const KEPT = ['door', 'water', 'smoke', 'motion', 'tamper', 'light', 'vibration', ...beaconButtons] as const

function factsText(facts: BeaconSighting['sighting']['facts']): string | null {
  const kept = KEPT.flatMap((name) => (facts[name] === undefined ? [] : [[name, facts[name]]]))
  return kept.length === 0 ? null : JSON.stringify(Object.fromEntries(kept))
}

const changesOf = ({ beacon, changes, gatewayId, receivedAt }: Row) =>
  changes.map((one) => ({
    ...one,
    gatewayId,
    beaconId: beacon.id,
    deviceId: beacon.deviceId,
    isCry: isCry({ beacon }, one),
    event: eventOf({ beacon }, one),
    receivedAt,
  }))
