import type { Channel } from '@carewatch/contracts/escalation'
import type pg from 'pg'
import { recipientsOf } from '@carewatch/platform/escalation/recipients'
import { isScreen, waysTo, type Working } from '@carewatch/platform/escalation/ways'
import { transaction } from '../transaction.ts'
import { type Delivery, isOfAlarm } from './claim.ts'
import type { Outcome } from './outcome.ts'
import { queueDeliveries } from '../escalation/queue.ts'
import { settleGathered, type DeliveryKey } from './storm.ts'

/** Only the one whose claim it is may say what came of it. */
const SETTLE = `
update deliveries set state = $3, attempts = attempts - $8::int, reason = $4, provider_id = $5, shows = $7, updated_at = now(),
  next_at = case when $3 = 'QUEUED' then now() + $6 * interval '1 millisecond' end,
  sent_at = case when $3 = 'SENT' then now() end, parts = case when $3 = 'SENT' then parts end,
  gathered_in_id = case when $3 = 'SENT' then gathered_in_id end
where id = $1 and attempts = $2 and state = 'QUEUED' returning next_at as "againAt"`

/** The person blocked the bot: until they connect it again, it is no way to them, and their own page and their manager's say so. */
const BLOCKED = `
update users set telegram_status = 'BLOCKED', updated_at = now() where id = $1 and telegram_status = 'REGISTERED'`

const STEP = `
select chain -> 'steps' -> $3::int as step from escalations where alarm_id = $1 and run = $2`

const TRIED = `
select channel from deliveries where alarm_id = $1 and run = $2 and round = $3 and step = $4
  and user_id is not distinct from $5 and relative_id is not distinct from $6`

/** Nobody of this step was reached, and nobody will be: the next one need not wait. */
const HASTEN = `
update escalations e set due_at = date_trunc('milliseconds', now()), updated_at = now(),
  ahead_ms = ahead_ms + (extract(epoch from due_at - date_trunc('milliseconds', now())) * 1000)::int
where alarm_id = $1 and run = $2 and round = $3 and step = $4 + 1 and due_at > now() and not exists (
  select from deliveries d where d.alarm_id = $1 and d.run = $2 and d.round = $3 and d.step = $4
    and d.channel <> 'IN_APP' and d.state in ('QUEUED', 'SENT', 'DELIVERED'))`

/** Writes down what came of a message; where it was given up, the person's next channel is tried, or else the next step. */
export async function settle(
  db: pg.ClientBase,
  { delivery, outcome, working }: { delivery: Delivery; outcome: Outcome; working: Working },
): Promise<void> {
  const reason = 'reason' in outcome ? outcome.reason : null
  await transaction(db, async () => {
    const { rows } = await db.query<{ againAt: Date | null }>(SETTLE, [
      delivery.id,
      delivery.attempts,
      outcome.state,
      reason,
      outcome.state === 'SENT' ? outcome.providerId : null,
      outcome.state === 'QUEUED' ? outcome.againInMs : 0,
      outcome.state === 'SENT' ? outcome.shows : null,
      isSpared(outcome) ? 1 : 0,
    ])
    const [settled] = rows
    if (!settled) return
    if (reason === 'blocked' && delivery.channel === 'TELEGRAM') await db.query(BLOCKED, [delivery.userId])
    if (!isOfAlarm(delivery)) return
    const { state } = outcome
    const others = await settleGathered(db, delivery.id, { state, reason, againAt: settled.againAt })
    if (!needsAnotherWay(outcome, delivery.attempts)) return
    for (const key of [delivery, ...others]) await tryAnotherWay(db, key, { outcome, working })
  })
}

const isSpared = (outcome: Outcome): boolean => outcome.state === 'QUEUED' && outcome.isSpared === true

/** Whoever calls for help does not wait for a channel that failed twice: the next one is tried beside it. */
function needsAnotherWay(outcome: Outcome, attempts: number): boolean {
  if (outcome.state === 'QUEUED') return outcome.isUrgent === true && attempts > 1
  if (outcome.state === 'SUPPRESSED') return outcome.reason === 'tooMany' || outcome.reason === 'spent'
  return outcome.state === 'FAILED'
}

async function tryAnotherWay(
  db: pg.ClientBase,
  delivery: DeliveryKey,
  { outcome, working }: { outcome: Outcome; working: Working },
): Promise<void> {
  const { userId, relativeId } = delivery
  const channel = await nextChannel(db, delivery, { working, isOnlyOne: isSpared(outcome) })
  const deliveries = channel ? [{ userId, relativeId, channel, sendAt: null }] : []
  if (channel) await queueDeliveries(db, [{ place: delivery, deliveries }])
  else if (outcome.state !== 'QUEUED')
    await db.query(HASTEN, [delivery.alarmId, delivery.run, delivery.round, delivery.step])
}

type Step = { who: Parameters<typeof recipientsOf>[2]; channels: Channel[] }

/** The next means by which this person can still be told in this step. */
async function nextChannel(
  db: pg.ClientBase,
  { alarmId, run, round, step, userId, relativeId, channel }: DeliveryKey,
  { working, isOnlyOne }: { working: Working; isOnlyOne: boolean },
): Promise<Channel | undefined> {
  if (isScreen(channel)) return undefined
  const chain = await db.query<{ step: Step }>(STEP, [alarmId, run, step])
  const now = chain.rows[0]?.step
  if (!now) return undefined
  const people = await recipientsOf(db, alarmId, now.who)
  const person = people.find((each) => each.userId === userId && each.relativeId === relativeId)
  if (!person) return undefined
  const { rows } = await db.query<{ channel: Channel }>(TRIED, [
    alarmId,
    run,
    round,
    step,
    userId,
    relativeId,
  ])
  const tried = new Set(rows.map((row) => row.channel))
  // It waits for a provider that is down, and looks again and again: one way beside it is enough.
  if (isOnlyOne && [...tried].filter((way) => !isScreen(way)).length > 1) return undefined
  return waysTo(person, now.channels, working).find((way) => !isScreen(way) && !tried.has(way))
}
