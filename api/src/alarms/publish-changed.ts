import type { LiveEvent } from '@carewatch/contracts/events'
import { liveTopic } from '@carewatch/contracts/topics'
import { notifications, tasks } from '@carewatch/migrations/schema/alarms'
import { inArray } from 'drizzle-orm'
import { selectNotifications, toNotification } from './notification-rows.ts'
import type { Services } from '../services.ts'
import { selectTasks, publishTask } from './task-rows.ts'
import type { Changed } from './acknowledge.ts'

type Change = Extract<LiveEvent, { type: 'notification' }>['change']
type Publisher = Pick<Services, 'db' | 'feed' | 'log'>

async function publish(
  { db, feed }: Publisher,
  { notificationIds, taskIds }: Changed,
  change: Change,
): Promise<void> {
  if (notificationIds.length > 0) {
    const rows = await selectNotifications(db).where(inArray(notifications.id, notificationIds))
    for (const row of rows)
      feed.publish(liveTopic.alarm(row.companyUuid ?? 'none'), {
        type: 'notification',
        change,
        notification: toNotification(row),
      })
  }
  if (taskIds.length === 0) return
  const now = new Date()
  for (const row of await selectTasks(db).where(inArray(tasks.id, taskIds))) publishTask(feed, row, now)
}

/** Tells the other screens, after the commit: it stands, and whoever misses the event sees it at the next refetch. */
export const publishChanged = (services: Publisher, changed: Changed, change: Change): Promise<void> =>
  publish(services, changed, change).catch((err: unknown) =>
    services.log.warn({ err, change }, 'change not told'),
  )
