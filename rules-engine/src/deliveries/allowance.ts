import type { DeliveryReason } from '@carewatch/contracts/escalation'
import type pg from 'pg'
import { transaction } from '../transaction.ts'
import type { AlarmDelivery } from './claim.ts'

/** How many texts one person gets, whoever writes them: more are not read. */
const PER_PERSON = [
  { minutes: 15, most: 5 },
  { minutes: 60, most: 11 },
] as const

/** Those who send at once take turns, or each would count without the others. */
const TAKE_TURNS = 'select pg_advisory_xact_lock(20, $1)'

const COUNTS = `
select count(*) filter (where sent_at > now() - interval '${PER_PERSON[0].minutes} minutes')::int as few, count(*)::int as many
from deliveries where channel = 'SMS' and sent_at > now() - interval '${PER_PERSON[1].minutes} minutes'
  and (user_id = $1 or relative_id = $2)`

const SPENT = `
select coalesce(sum(d.parts), 0)::int as parts, c.sms_parts_a_day as allowed
from companies c left join alarms a on a.company_id = c.id and a.created_at > now() - interval '2 days'
left join deliveries d on d.alarm_id = a.id and d.channel = 'SMS' and d.sent_at > now() - interval '24 hours'
where c.id = $1 group by c.id`

const RESERVE = 'update deliveries set sent_at = now(), parts = $2 where id = $1'

/** Puts the text on the person's and the company's account before it goes; a reason where one of them is used up. What is urgent goes in any case, and counts. */
export async function takeFromAllowance(
  db: pg.ClientBase,
  delivery: AlarmDelivery,
  { parts, isUrgent }: { parts: number; isUrgent: boolean },
): Promise<DeliveryReason | null> {
  return transaction(db, async () => {
    if (!isUrgent) {
      await db.query(TAKE_TURNS, [delivery.companyId ?? 0])
      const reason = await usedUp(db, delivery, parts)
      if (reason) return reason
    }
    await db.query(RESERVE, [delivery.id, parts])
    return null
  })
}

async function usedUp(
  db: pg.ClientBase,
  { userId, relativeId, companyId }: AlarmDelivery,
  parts: number,
): Promise<DeliveryReason | null> {
  const counted = await db.query<{ few: number; many: number }>(COUNTS, [userId, relativeId])
  const { few = 0, many = 0 } = counted.rows[0] ?? {}
  if (few >= PER_PERSON[0].most || many >= PER_PERSON[1].most) return 'tooMany'
  const spent = await db.query<{ parts: number; allowed: number }>(SPENT, [companyId])
  const [day] = spent.rows
  return day && day.parts + parts > day.allowed ? 'spent' : null
}
