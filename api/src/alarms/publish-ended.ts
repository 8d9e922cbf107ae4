import { alarms, notifications, tasks } from '@carewatch/migrations/schema/alarms'
import { devices } from '@carewatch/migrations/schema/devices'
import { assignments, wearers } from '@carewatch/migrations/schema/wearers'
import { and, eq, gte, type SQL, sql } from 'drizzle-orm'
import type { Services } from '../services.ts'
import { publishChanged } from './publish-changed.ts'

/** Which devices something is done to. */
type Of = { deviceUuid: string } | { wearerUuid: string }

const isOf = (of: Of): SQL =>
  'deviceUuid' in of
    ? eq(devices.uuid, of.deviceUuid)
    : sql`${devices.id} in (select ${assignments.deviceId} from ${assignments}
        inner join ${wearers} on ${wearers.id} = ${assignments.wearerId} where ${wearers.uuid} = ${of.wearerUuid})`

/** Ends whatever is open of a device with what is done to it, and tells the other screens: no board rings for a watch that nobody wears any more. */
export async function publishingEnded<Result>(
  services: Pick<Services, 'db' | 'feed' | 'log'>,
  of: Of,
  work: () => Promise<Result>,
): Promise<Result> {
  const began = new Date()
  const result = await work()
  // unscoped: the work before refused whoever may not see this device or person, and who hears of it is decided for each screen
  const rows = await services.db
    .select({ notificationId: notifications.id, taskId: tasks.id })
    .from(alarms)
    .innerJoin(devices, eq(devices.id, alarms.deviceId))
    .leftJoin(notifications, eq(notifications.alarmId, alarms.id))
    .leftJoin(tasks, eq(tasks.alarmId, alarms.id))
    .where(and(isOf(of), gte(alarms.closedAt, began)))
  const changed = {
    notificationIds: [...new Set(rows.flatMap(({ notificationId }) => notificationId ?? []))],
    taskIds: [...new Set(rows.flatMap(({ taskId }) => taskId ?? []))],
  }
  await publishChanged(services, changed, 'closed')
  return result
}
