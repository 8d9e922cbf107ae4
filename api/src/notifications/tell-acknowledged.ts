import type { LiveEvent } from '@carewatch/contracts/events'
import { liveTopic } from '@carewatch/contracts/topics'
import { notifications, tasks } from '@carewatch/migrations/schema/alarms'
import { inArray } from 'drizzle-orm'
import type { Services } from '../services.ts'
import { selectTasks, tellTask } from '../tasks/task-rows.ts'
import type { Acknowledged } from './acknowledge.ts'
import { selectNotifications, toNotification } from './notification-rows.ts'

type Change = Extract<LiveEvent, { type: 'notification' }>['change']

export async function tellNotifications(
  { db, feed }: Pick<Services, 'db' | 'feed'>,
  ids: number[],
  change: Change,
): Promise<void> {
  if (ids.length === 0) return
  const rows = await selectNotifications(db).where(inArray(notifications.id, ids))
  for (const row of rows)
    feed.tell(liveTopic.alarm(row.companyUuid ?? 'none'), {
      type: 'notification',
      change,
      notification: toNotification(row),
    })
}

/** Tells the other screens, after the commit. */
export async function tellAcknowledged(
  { db, feed }: Pick<Services, 'db' | 'feed'>,
  { notificationIds, taskIds }: Acknowledged,
): Promise<void> {
  await tellNotifications({ db, feed }, notificationIds, 'acknowledged')
  if (taskIds.length === 0) return
  const taken = await selectTasks(db).where(inArray(tasks.id, taskIds))
  const now = new Date()
  for (const row of taken) tellTask(feed, row, now)
}
