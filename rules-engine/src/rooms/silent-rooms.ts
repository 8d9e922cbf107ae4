import type pg from 'pg'

/** Rooms all of whose gateways are offline, by the one alarm that says so. */
const SILENT = `
select g.room_id as id from gateways g where g.room_id is not null and g.is_active and g.deleted_at is null group by g.room_id
having bool_and(exists (select from alarms a where a.gateway_id = g.id and a.device_id is null and a.kind = 'GATEWAY_OFFLINE'
  and a.closed_at is null and a.active))`

/** Of these nothing is raised and nothing cleared until somebody hears again what goes on there. */
export async function silentRooms(db: pg.ClientBase): Promise<ReadonlySet<number>> {
  const { rows } = await db.query<{ id: number }>({ name: 'silent-rooms', text: SILENT })
  return new Set(rows.map(({ id }) => id))
}
