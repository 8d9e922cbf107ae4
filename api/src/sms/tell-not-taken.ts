import { deliveries } from '@carewatch/migrations/schema/alarms'
import { sql } from 'drizzle-orm'
import type { Services } from '../services.ts'

/** Once a day, however often: whoever made up the sender costs nobody more. */
const ONCE_IN_HOURS = 24

/** Tells a person, by the way they answered, that their reply took nothing. */
export async function tellNotTaken(
  { db }: Pick<Services, 'db'>,
  { userId, relativeId }: { userId: number | null; relativeId: number | null },
): Promise<void> {
  const again = {
    notice: 'replyNotTaken',
    state: 'QUEUED',
    attempts: 0,
    nextAt: sql`date_trunc('milliseconds', now())`,
    updatedAt: sql`now()`,
  } as const
  const isLongAgo = sql`${deliveries.updatedAt} < now() - ${ONCE_IN_HOURS} * interval '1 hour'`
  const { alarmId, run, round, step, channel, test } = deliveries
  await db
    .insert(deliveries)
    .values({ ...again, userId, relativeId, channel: 'SMS' })
    .onConflictDoUpdate({
      target: [alarmId, run, round, step, channel, deliveries.userId, deliveries.relativeId, test],
      set: again,
      setWhere: isLongAgo,
    })
}
