/** What the person of `due.wearer_id` wears at `$1`, and since when. */
export const WORN = `
select coalesce(array_agg(a.device_id order by a.device_id), '{}') as ids, array_agg(a.started_at order by a.device_id) as since, max(a.started_at) as latest
from assignments a join devices d on d.id = a.device_id and d.is_active and d.deleted_at is null
where a.wearer_id = due.wearer_id and a.started_at <= $1 and (a.ended_at is null or a.ended_at > $1)`

/** The zone of its branch, for there they are, else of who is responsible for it, who may live elsewhere; and which day it is there. */
export const TODAY = `
select name as zone, ($1::timestamptz at time zone name)::date as date from (select coalesce((
  select coalesce(b.time_zone, u.time_zone) from devices d left join users u on u.id = d.owner_id left join branches b on b.id = d.branch_id
  where d.id = worn.ids[1]), 'UTC') as name) chosen`

/** The routines `r` of whom such an alarm is open, by the index of what is open of devices. */
export const openOf = (kind: 'INACTIVITY' | 'CHECK_IN_MISSED', within: string): string => `
  (select distinct wearer_id from alarms where kind = '${kind}' and active and closed_at is null and device_id is not null and not rehearsal
    and opened_at > $1::timestamptz - interval '${within}') open join wearer_routines r using (wearer_id)`

/** A clock of `due` today as a moment. */
export const momentOf = (clock: string): string => `((today.date + ${clock}::time) at time zone today.zone)`
