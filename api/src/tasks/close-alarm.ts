import type { Db } from '@carewatch/migrations/client'
import { alarmHistory, alarms, notifications } from '@carewatch/migrations/schema/alarms'
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Viewer } from '../access/viewer.ts'

type Tx = Parameters<Parameters<Db['transaction']>[0]>[0]

/** An SOS or a fall never clears by itself: whoever finishes its task closes it, with what came of it. Answers its notifications. */
export async function closeLatchedAlarm(
  tx: Tx,
  viewer: Viewer,
  { alarmId, outcome }: { alarmId: number; outcome: string },
): Promise<number[]> {
  const now = new Date()
  const [closed] = await tx
    .update(alarms)
    .set({
      active: false,
      clearedAt: now,
      closedAt: now,
      closedById: viewer.id,
      cause: 'OTHER',
      acknowledgedAt: sql`coalesce(${alarms.acknowledgedAt}, ${now.toISOString()}::timestamptz)`,
      acknowledgedById: sql`coalesce(${alarms.acknowledgedById}, ${viewer.id})`,
    })
    .where(and(eq(alarms.id, alarmId), alarms.latched, isNull(alarms.closedAt)))
    .returning({ id: alarms.id })
  if (!closed) return []

  await tx.insert(alarmHistory).values({ alarmId, userId: viewer.id, step: 'CLOSED', note: outcome })
  const told = await tx
    .update(notifications)
    .set({
      acknowledgedAt: sql`coalesce(${notifications.acknowledgedAt}, ${now.toISOString()}::timestamptz)`,
      acknowledgedById: sql`coalesce(${notifications.acknowledgedById}, ${viewer.id})`,
    })
    .where(eq(notifications.alarmId, alarmId))
    .returning({ id: notifications.id })
  return told.map(({ id }) => id)
}
