import type { Channel } from '@carewatch/contracts/escalation'
import type pg from 'pg'

/** One message to one person by one channel. */
export type NewDelivery = {
  userId: number | null
  relativeId: number | null
  channel: Channel
  /** Null: at once. */
  sendAt: Date | null
}

/** Which step of which alarm's chain sends it. */
export type Place = { alarmId: number; run: number; round: number; step: number }

/** A screen shows the alarm by itself and says so itself: its row says who was to be told, and whether they were signed in anywhere. A column of milliseconds rounds up what is cut off here: it would not be due yet. */
const QUEUE = `
insert into deliveries (alarm_id, run, round, step, user_id, relative_id, channel, state, sent_at, signed_in, next_at)
select $1, $2, $3, $4, user_id, relative_id, channel, case channel when 'IN_APP' then 'SENT' else 'QUEUED' end,
  case channel when 'IN_APP' then now() end,
  case channel when 'IN_APP' then exists (select from sessions s where s.user_id = errand.user_id and s.ended_at is null and s.expires_at > now()) end,
  case channel when 'IN_APP' then null else coalesce(send_at, date_trunc('milliseconds', now())) end
from unnest($5::int4[], $6::int4[], $7::text[], $8::timestamptz[]) as errand (user_id, relative_id, channel, send_at)
on conflict on constraint deliveries_once do nothing`

export async function queueDeliveries(
  db: pg.ClientBase | pg.Pool,
  { alarmId, run, round, step }: Place,
  deliveries: readonly NewDelivery[],
): Promise<void> {
  if (deliveries.length === 0) return
  const values = [
    alarmId,
    run,
    round,
    step,
    deliveries.map(({ userId }) => userId),
    deliveries.map(({ relativeId }) => relativeId),
    deliveries.map(({ channel }) => channel),
    deliveries.map(({ sendAt }) => sendAt),
  ]
  await db.query({ name: 'queue-deliveries', text: QUEUE, values })
}
