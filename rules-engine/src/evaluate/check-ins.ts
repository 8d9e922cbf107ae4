import type pg from 'pg'
import type { DeviceFact } from './facts.ts'

/** Of who wore the device then. The clock looks at them at once, whose alarm may be over. */
const CHECKED_IN = `
with pressed as (
  select a.wearer_id, max(event.at) as at from unnest($1::int4[], $2::timestamptz[]) as event (device_id, at)
  join assignments a on a.device_id = event.device_id and a.started_at <= event.at and (a.ended_at is null or a.ended_at > event.at)
  group by a.wearer_id
), held as (
  select wearer_id from wearer_routines where wearer_id in (select wearer_id from pressed) order by wearer_id for no key update)
update wearer_routines r set checked_in_at = greatest(r.checked_in_at, pressed.at), check_in_look_at = least(r.check_in_look_at, pressed.at)
from pressed join held using (wearer_id) where r.wearer_id = pressed.wearer_id`

/** Somebody pressed that they are well: of a device alone that is known to be theirs. */
export async function checkIns(db: pg.ClientBase, facts: readonly DeviceFact[]): Promise<void> {
  const pressed = facts.filter(
    (fact) => fact.type === 'event' && fact.event === 'CHECK_IN' && !fact.isUnproven,
  )
  if (pressed.length === 0) return
  await db.query(CHECKED_IN, [
    pressed.map(({ deviceId }) => deviceId),
    pressed.map(({ time }) => new Date(time)),
  ])
}
