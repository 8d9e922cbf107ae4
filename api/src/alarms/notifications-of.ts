import { notifications } from '@carewatch/migrations/schema/alarms'
import { eq } from 'drizzle-orm'
import type { Tx } from './steps.ts'

export async function notificationsOf(tx: Tx, alarmId: number): Promise<number[]> {
  const rows = await tx
    .select({ id: notifications.id })
    .from(notifications)
    .where(eq(notifications.alarmId, alarmId))
  return rows.map(({ id }) => id)
}
