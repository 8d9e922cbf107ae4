import type pg from 'pg'

/** A broker tells that it lives every few seconds; one that has not for so long is dead, frozen or cut off. */
export const SILENT_NODE_SECONDS = 15

const SWEEP = `
with silent as (
  select id from broker_nodes where seen_at < now() - interval '${SILENT_NODE_SECONDS} seconds'
), rooms as (
  update gateways set online = false where online and door_id in (select id from silent)
)
update device_status s set online = false from devices d
where d.id = s.device_id and s.online and s.door_id in (select id from silent)
returning d.uuid as "deviceUuid", s.last_seen_at as "lastSeenAt"`

const FORGET = `delete from broker_nodes where seen_at < now() - interval '1 day'`

export type Gone = { deviceUuid: string; lastSeenAt: Date | null }

/** What a silent broker held is not connected any more. Whoever lives may say so; answers which watches went. */
export async function sweepSilentNodes(db: pg.Pool | pg.ClientBase): Promise<Gone[]> {
  const { rows } = await db.query<Gone>(SWEEP)
  await db.query(FORGET)
  return rows
}
