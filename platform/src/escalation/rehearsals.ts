import type pg from 'pg'

/** Somebody answered, or nobody did for ten minutes after the chain had said all it had to say. */
const END = `
with ended as (
  update alarms a set active = false, cleared_at = coalesce(a.cleared_at, now()), closed_at = now(), cause = 'TEST',
    acknowledged_at = coalesce(a.acknowledged_at, now())
  from escalations e where e.alarm_id = a.id and a.rehearsal and a.closed_at is null
    and ($1::int4 is null or a.device_id = $1)
    and (a.acknowledged_at is not null or (e.due_at is null and e.updated_at <= now() - interval '10 minutes'))
  returning a.id, a.device_id as "deviceId"),
rested as (update escalations set due_at = null where alarm_id in (select id from ended)),
seen as (update notifications set acknowledged_at = coalesce(acknowledged_at, now()) where alarm_id in (select id from ended)),
written as (insert into alarm_history (alarm_id, step) select id, 'CLOSED' from ended)
select id, "deviceId" from ended`

export type EndedRehearsal = { id: number; deviceId: number }

/** Ends the rehearsals that have served their purpose: of every watch, or of one that wants to begin another. */
export async function endRehearsals(
  db: pg.ClientBase | pg.Pool,
  deviceId: number | null = null,
): Promise<EndedRehearsal[]> {
  const { rows } = await db.query<EndedRehearsal>(END, [deviceId])
  return rows
}
