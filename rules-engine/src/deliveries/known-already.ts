import { isCry } from './messages.ts'
import type pg from 'pg'
import { type AlarmDelivery, RANK } from './claim.ts'

/** So soon after a message of the same incident another says little that is new. */
const TOLD_SECONDS = 60

/** What the same person was sent by the same channel of another alarm of the incident, which is no milder and nobody has answered. */
const TOLD = `
select exists (
  select from deliveries t join alarms a on a.id = t.alarm_id
  where t.channel = $1 and t.user_id is not distinct from $2::int and t.relative_id is not distinct from $3::int
    and t.sent_at > now() - interval '${TOLD_SECONDS} seconds' and t.state in ('SENT', 'DELIVERED')
    and (a.id = $4 or a.incident_id = $4) and a.id <> $5 and a.active and a.closed_at is null and a.acknowledged_at is null
    and (a.snoozed_until > now()) is not true
    and ${RANK} <= (select ${RANK} from alarms a where a.id = $5)) as "is"`

/** Of one incident nobody is sent two messages within a minute, but where the second is the graver: a call for help and whatever became graver always goes. */
export async function isKnownAlready(db: pg.ClientBase, delivery: AlarmDelivery): Promise<boolean> {
  const { alarmId, incidentId, run, rehearsal, channel, userId, relativeId } = delivery
  if (incidentId === null || run > 0 || rehearsal || isCry(delivery)) return false
  const values = [channel, userId, relativeId, incidentId, alarmId]
  const { rows } = await db.query<{ is: boolean }>(TOLD, values)
  return rows[0]?.is === true
}
