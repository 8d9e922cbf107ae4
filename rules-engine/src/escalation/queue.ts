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
select alarm_id, run, round, step, user_id, relative_id, channel, case channel when 'IN_APP' then 'SENT' else 'QUEUED' end,
  case channel when 'IN_APP' then now() end,
  case channel when 'IN_APP' then (select count(*) > 0 from sessions s where s.user_id = message.user_id and s.ended_at is null and s.expires_at > now()) end,
  case channel when 'IN_APP' then null else coalesce(send_at, date_trunc('milliseconds', now())) end
from jsonb_to_recordset($1) as message (alarm_id int4, run int4, round int4, step int4, user_id int4, relative_id int4, channel text, send_at timestamptz)
on conflict on constraint deliveries_once do nothing`

/** What a step of one alarm's chain sends. */
export type StepDeliveries = { place: Place; deliveries: readonly NewDelivery[] }

export async function queueDeliveries(
  db: pg.ClientBase | pg.Pool,
  all: readonly StepDeliveries[],
): Promise<void> {
  const rows = all.flatMap(({ place: { alarmId, run, round, step }, deliveries }) =>
    deliveries.map(({ userId, relativeId, channel, sendAt }) => ({
      alarm_id: alarmId,
      run,
      round,
      step,
      user_id: userId,
      relative_id: relativeId,
      channel,
      send_at: sendAt,
    })),
  )
  if (rows.length === 0) return
  await db.query({ name: 'queue-deliveries', text: QUEUE, values: [JSON.stringify(rows)] })
}
