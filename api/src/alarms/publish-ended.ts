import { alarms, notifications, tasks } from '@carewatch/migrations/schema/alarms'
import { devices } from '@carewatch/migrations/schema/devices'
import { and, eq, gte } from 'drizzle-orm'
import type { Services } from '../services.ts'
import { isOneOf } from '../access/one-of.ts'
import { publishChanged } from './publish-changed.ts'

/** Ends whatever is open of devices with what is done to it, and tells the other screens: no board rings for a watch that nobody wears any more. */
export async function publishingEnded<Result>(
  services: Pick<Services, 'db' | 'feed' | 'log'>,
  deviceUuids: readonly string[],
  work: () => Promise<Result>,
): Promise<Result> {
  const began = new Date()
  const result = await work()
  const rows = await services.db
    .select({ notificationId: notifications.id, taskId: tasks.id })
    .from(alarms)
    .innerJoin(devices, eq(devices.id, alarms.deviceId))
    .leftJoin(notifications, eq(notifications.alarmId, alarms.id))
    .leftJoin(tasks, eq(tasks.alarmId, alarms.id))
    .where(and(isOneOf(devices.uuid, deviceUuids), gte(alarms.closedAt, began)))
  const changed = {
    notificationIds: [...new Set(rows.flatMap(({ notificationId }) => notificationId ?? []))],
    taskIds: [...new Set(rows.flatMap(({ taskId }) => taskId ?? []))],
  }
  await publishChanged(services, changed, 'closed')
  return result
}
