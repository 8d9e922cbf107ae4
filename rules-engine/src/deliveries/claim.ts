import type { Channel, DeliveryNotice, MessageStanding } from '@carewatch/contracts/escalation'
import type { Language } from '@carewatch/contracts/languages'
import { CELL_REACH_M } from '@carewatch/contracts/latest-fix'
import { cries, gravestFirst } from '@carewatch/contracts/triage'
import type { Role } from '@carewatch/contracts/roles'
import type pg from 'pg'
import { shownFix } from '@carewatch/platform/database/fix-sql'
import { IS_HELD_BACK, type Standing } from '../escalation/decide.ts'
import type { Place } from './channels/channel.ts'
import type { Place as ChainPlace } from '../escalation/queue.ts'
import type { Subject } from './texts.ts'

type Person = {
  userId: number | null
  relativeId: number | null
  role: Role | null
  language: Language
  zone: string
  phone: string | null
  email: string | null
  telegramChatId: string | null
}

type Row = Person & {
  id: number
  uuid: string
  channel: Channel
  attempts: number
  answerCode: string | null
  notice: DeliveryNotice | null
}

/** What a message of an alarm says, and how its alarm stands now. */
export type AlarmDelivery = Row &
  ChainPlace &
  Subject &
  Standing & {
    companyId: number | null
    /** The account whose alarm it is, where its person has several. */
    accountUuid: string | null
    branchId: number | null
    branchName: string | null
    notificationUuid: string | null
    place: Place | null
    shows: MessageStanding | null
    providerId: string | null
    closedBy: string | null
    takenBy: string | null
    cause: string | null
  }

/** What people send themselves to see that it comes, or are told of no alarm. */
export type TestDelivery = Row & { alarmId: null }

/** A message whose turn has come, with what its alarm is now and how its person is reached now. */
export type Delivery = AlarmDelivery | TestDelivery

export const isOfAlarm = (delivery: Delivery): delivery is AlarmDelivery => delivery.alarmId !== null

/** A call for help goes before whatever else waits. */
export const URGENT = `(a.severity = 'CRITICAL' or a.kind in ('SOS', 'FALL'))`

/** Those that are told first go first. */
const RANK = `coalesce(array_position(array['${cries.join("', '")}'], a.kind), ${cries.length} + array_position(array['${gravestFirst.join("', '")}'], a.severity))`

/** How old the last fix may be to help find somebody. */
const PLACE_HOURS = 24

/** Everything about the rows of `chosen`. A relative is told where the watch is only if the owner lets them see it. */
export const ABOUT = `
select d.id, d.uuid, d.channel, d.attempts, d.run, d.round, d.step, d.shows, d.provider_id as "providerId",
  d.answer_code as "answerCode", d.notice,
  d.alarm_id as "alarmId", d.user_id as "userId", d.relative_id as "relativeId",
  a.kind, a.direction, a.severity, a.metric, a.value, a.usual, a.by_night as "byNight", a.late, a.rehearsal, a.active, (a.late and a.cleared_at <= a.created_at) is true as "wasOver", a.opened_at as "openedAt", a.cause,
  a.acknowledged_at as "acknowledgedAt", a.snoozed_until as "snoozedUntil", a.closed_at as "closedAt", ${IS_HELD_BACK} as "isHeldBack",
  a.company_id as "companyId",
  case when theirs.several then (select c.name from companies c where c.id = a.company_id) end as company,
  case when theirs.several then u.uuid end as "accountUuid", a.branch_id as "branchId", b.name as "branchName",
  nullif(trim(concat(taker.first_name, ' ', taker.last_name)), '') as "takenBy",
  nullif(trim(concat(closer.first_name, ' ', closer.last_name)), '') as "closedBy",
  coalesce(watch.name, nullif(concat_ws(' · ', room.name, beacon.name), ''), gateway.name, case when a.kind = 'OUTAGE' then b.name end) as name,
  wearer_summary(a.wearer_id, a.company_id, case when u.role in ('OWNER', 'RELATIVE') then u.id end, a.id) as wearer, n.uuid as "notificationUuid", u.role,
  coalesce(u.selected_language, owner.selected_language, 'en') as language,
  coalesce(u.time_zone, b.time_zone, 'UTC') as zone,
  coalesce(u.contact_number, r.phone) as phone, coalesce(i.email, u.email, r.email) as email, u.telegram_chat_id as "telegramChatId",
  case when a.kind in ('SOS', 'FALL', 'GEOFENCE') and d.channel = 'TELEGRAM' and (u.role <> 'RELATIVE' or exists (
      select from relatives g where g.device_id = a.device_id and g.user_id = u.id and g.may_see_location)) then (
    select json_build_object('lat', p.lat, 'lng', p.lng, 'accuracyM', case p.source when 'CELL' then coalesce(p.accuracy, ${CELL_REACH_M}) else p.accuracy end)
    from (select a.device_id as id, greatest(evaluated_since(a.device_id), now() - interval '${PLACE_HOURS} hours') as since) device
    cross join lateral (${shownFix(`now() - interval '${PLACE_HOURS} hours'`)}) p
    where a.wearer_id is not distinct from present_wearer(a.device_id)) end as place
from chosen d left join alarms a on a.id = d.alarm_id left join notifications n on n.alarm_id = a.id
left join branches b on b.id = a.branch_id
left join devices watch on watch.id = a.device_id left join users owner on owner.id = watch.owner_id
left join rooms room on room.id = a.room_id left join gateways gateway on gateway.id = a.gateway_id
left join beacons beacon on beacon.id = a.beacon_id
left join users taker on taker.id = a.acknowledged_by_id left join users closer on closer.id = a.closed_by_id
left join users u on u.id = d.user_id left join users i on i.id = u.identity_id left join relatives r on r.id = d.relative_id
left join lateral (select count(*) > 1 as several from users o where o.identity_id = u.identity_id and o.id <> o.identity_id
  and o.is_active and o.deleted_at is null) theirs on u.identity_id is not null
order by d.id`

/** Four digits, for they are on every telephone; drawn from what nobody can foresee, and kept when it is sent once more. */
const CODE = `lpad((('x' || left(gen_random_uuid()::text, 7))::bit(28)::int % 10000)::text, 4, '0')`

/** Whoever claims has a minute; then another may, for the one before was killed on the way. */
const CLAIM = `
with chosen as (
  update deliveries set attempts = attempts + 1, next_at = now() + interval '60 seconds', updated_at = now(),
    answer_code = case when $1 = 'SMS' then coalesce(answer_code, ${CODE}) end
  where id in (select d.id from deliveries d left join alarms a on a.id = d.alarm_id
    where d.state = 'QUEUED' and d.channel = $1 and d.next_at <= now() and (${URGENT} or not $3)
    order by ${RANK} nulls last, d.next_at limit $2 for update of d skip locked)
  returning *)
${ABOUT}`

type Wanted = { atMost: number; isUrgentOnly: boolean }

export async function claim(
  db: pg.Pool,
  channel: Channel,
  { atMost, isUrgentOnly }: Wanted,
): Promise<Delivery[]> {
  const { rows } = await db.query<Delivery>(CLAIM, [channel, atMost, isUrgentOnly])
  return rows
}
