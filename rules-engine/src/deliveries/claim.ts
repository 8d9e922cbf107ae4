import type { Channel } from '@carewatch/contracts/escalation'
import type { Language } from '@carewatch/contracts/languages'
import type { Role } from '@carewatch/contracts/roles'
import type pg from 'pg'
import type { Standing } from '../escalation/decide.ts'
import type { Place } from './queue.ts'
import type { Subject } from './words.ts'

/** A message whose turn has come, with what its alarm is now and how its person is reached now. */
export type Delivery = Place &
  Subject &
  Standing & {
    id: number
    uuid: string
    channel: Channel
    attempts: number
    notificationUuid: string | null
    userId: number | null
    relativeId: number | null
    role: Role | null
    language: Language
    phone: string | null
    email: string | null
    telegramChatId: string | null
  }

/** Whoever claims has a minute; then another may, for the one before was killed on the way. */
const CLAIM = `
with claimed as (
  update deliveries set attempts = attempts + 1, next_at = now() + interval '60 seconds', updated_at = now()
  where id in (select id from deliveries where state = 'QUEUED' and channel = $1 and next_at <= now()
    order by next_at limit $2 for update skip locked)
  returning *)
select d.id, d.uuid, d.channel, d.attempts, d.run, d.round, d.step, d.alarm_id as "alarmId", d.user_id as "userId",
  d.relative_id as "relativeId", a.kind, a.direction, a.severity, a.metric, a.value, a.late, a.active,
  a.acknowledged_at as "acknowledgedAt", a.snoozed_until as "snoozedUntil", a.closed_at as "closedAt",
  coalesce(watch.name, room.name, gateway.name) as name, n.uuid as "notificationUuid", u.role,
  coalesce(u.selected_language, owner.selected_language, 'en') as language,
  coalesce(u.contact_number, r.phone) as phone, coalesce(u.email, r.email) as email, u.telegram_chat_id as "telegramChatId"
from claimed d join alarms a on a.id = d.alarm_id left join notifications n on n.alarm_id = a.id
left join devices watch on watch.id = a.device_id left join users owner on owner.id = watch.owner_id
left join rooms room on room.id = a.room_id left join gateways gateway on gateway.id = a.gateway_id
left join users u on u.id = d.user_id left join relatives r on r.id = d.relative_id
order by d.id`

export async function claim(db: pg.Pool, channel: Channel, atMost: number): Promise<Delivery[]> {
  const { rows } = await db.query<Delivery>(CLAIM, [channel, atMost])
  return rows
}
