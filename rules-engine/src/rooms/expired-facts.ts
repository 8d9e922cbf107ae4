import type { StoredRoomFact } from '@carewatch/contracts/batches'
import { FLAPPING } from '@carewatch/contracts/rules/flapping'
import type { FactKind, FactValue } from '@carewatch/contracts/rules/rooms/fact-changes'
import type pg from 'pg'

/** Some sensors only say that somebody moved, never that nobody does. */
const STILL_AFTER_MS = 5 * 60_000

/** What raised an alarm, and of what kind. */
const FACT_OF_ALARM = `(values ('MOTION', 'motion'), ('DOOR_OPENED', 'door'), ('DOOR_CLOSED', 'door'), ('WATER', 'water'), ('SMOKE', 'smoke'),
  ('ROOM_TEMPERATURE', 'temperature'), ('ROOM_HUMIDITY', 'humidity')) as by (alarm, fact)`

const CALMED = `
select distinct f.beacon_id as "beaconId", f.gateway_id as "gatewayId", f.kind, f.value
from room_rule_states s join ${FACT_OF_ALARM} on by.alarm = s.kind join beacon_facts f on f.beacon_id = s.beacon_id and f.kind = by.fact
where jsonb_path_exists(s.state, '$.flaps.*.calmSince ? (@ < $until)', jsonb_build_object('until', $1::float8))
  or (s.kind = 'MOTION' and s.state #>> '{NONE,isOpen}' = 'true' and f.at < to_timestamp($2::float8 / 1000))`

type Row = { beaconId: number; gatewayId: number; kind: FactKind; value: FactValue }

/** What the clock says again for sensors that say nothing more: movement that is long past, and what has been calm after it flapped. */
export async function expiredFacts(db: pg.ClientBase, now: number): Promise<StoredRoomFact[]> {
  const values = [now - FLAPPING.calmMs, now - STILL_AFTER_MS]
  const { rows } = await db.query<Row>({ name: 'calmed-down', text: CALMED, values })
  return rows.map((row) => ({
    ...row,
    value: row.kind === 'motion' ? false : row.value,
    time: now,
    since: 0,
    receivedAt: now,
  }))
}
