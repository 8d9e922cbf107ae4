import { defaultChains } from '@carewatch/contracts/escalation'
import type pg from 'pg'
import { ALONE_OF, BROWSERS_OF_U, named } from './recipients.ts'

/** Somebody whose call for help would reach nobody, or nothing but the screen of whoever happens to look. */
export type Unreached = {
  deviceId: number
  /** As a duty ends to which nobody comes; null: now. */
  from: Date | null
  /** Somebody would be meant, and nothing that is set up here comes to any of them. */
  isOnScreenAlone: boolean
}

const HOURS_AHEAD = 24

/**
 * Every watch that somebody wears, of a branch or of all, asked as the engine asks for an emergency: now, and whenever in the next day a duty of its
 * branch ends. A channel that no engine serves, or that its step
 * does not name, reaches nobody.
 */
const UNREACHED = `
with asked as (
  select d.id, t.at from devices d cross join lateral (
    select now() as at
    union select y.to_at from duties y where y.branch_id = d.branch_id and y.deleted_at is null
      and y.to_at > now() and y.to_at < now() + interval '${HOURS_AHEAD} hours') t
  where d.is_active and d.deleted_at is null and ($1::int is null or d.branch_id = $1) and present_wearer(d.id) is not null),
place as (${ALONE_OF.DEVICE}),
about as materialized (
  select place.*, coalesce((select c.chain -> 'steps' from escalation_chains c
    where c.company_id = place.company_id and c.family = 'EMERGENCY' and (c.branch_id = place.branch_id or c.branch_id is null)
    order by c.branch_id nulls last limit 1), $2::jsonb) as steps
  from place),
called as (
  select a.key, a.at, w.who, array_agg(c.channel) as channels from about a cross join jsonb_array_elements(a.steps) s (step)
  cross join jsonb_array_elements_text(s.step -> 'who') w (who) cross join jsonb_array_elements_text(s.step -> 'channels') c (channel)
  where c.channel = any(array(select channel from channel_states where seen_at > now() - interval '60 seconds'))
  group by a.key, a.at, w.who),
named as (${named({ key: 'about.key, about.at,', at: 'about.at', without: 'null' })}),
meant as (
  select n.key, n.at, bool_or(
    ('PUSH' = any(c.channels) and exists (${BROWSERS_OF_U})) or ('TELEGRAM' = any(c.channels) and u.telegram_status = 'REGISTERED')
    or ('SMS' = any(c.channels) and (u.send_sms or r.sms_alerts) and coalesce(u.contact_number, r.phone) is not null)
    or ('EMAIL' = any(c.channels) and coalesce(u.email, r.email) is not null)) as is_reached
  from named n join about a on a.key = n.key and a.at = n.at
  left join called c on c.key = n.key and c.at = n.at and c.who = n.who
  left join users u on u.id = n.user_id left join relatives r on r.id = n.relative_id
  where jsonb_path_exists(a.steps, '$[*].who[*] ? (@ == $who)', jsonb_build_object('who', n.who))
    and ((u.is_active and u.deleted_at is null) or (n.user_id is null and n.relative_id is not null))
  group by n.key, n.at)
select distinct on (a.key) a.key as "deviceId", nullif(a.at, now()) as "from", m.key is not null as "isOnScreenAlone"
from about a left join meant m on m.key = a.key and m.at = a.at
where m.is_reached is not true
order by a.key, m.key is not null, a.at`

/** The worst and the first of each watch: nobody before nothing but a screen, now before later. */
export async function unreached(
  db: pg.ClientBase | pg.Pool,
  branchId: number | null = null,
): Promise<Unreached[]> {
  const { rows } = await db.query<Unreached>(UNREACHED, [
    branchId,
    JSON.stringify(defaultChains.EMERGENCY.steps),
  ])
  return rows
}
