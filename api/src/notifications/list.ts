import { MAX_UNACKNOWLEDGED } from '@carewatch/contracts/http/notifications'
import type { Language } from '@carewatch/contracts/languages'
import { NOTIFICATION_LOOK_BACK_MS } from '@carewatch/contracts/numbers'
import type { Notification } from '@carewatch/contracts/notifications'
import type { Db } from '@carewatch/migrations/client'
import { alarms, notifications } from '@carewatch/migrations/schema/alarms'
import { and, count, desc, isNotNull, isNull } from 'drizzle-orm'
import type { Viewer } from '../access/viewer.ts'
import { ofVisibleDevice } from '../access/visible.ts'
import { isAmong } from '../http/among.ts'
import { readableNotification, selectNotifications } from './notification-rows.ts'
import { pickNewest, type Wanted } from './pick-newest.ts'

export const lookBack = (now: number): Date => new Date(now - NOTIFICATION_LOOK_BACK_MS)

/** Newest first, and how many nobody has acknowledged yet. */
export async function listNotifications(
  db: Db,
  viewer: Viewer,
  wanted: Wanted & { language: Language },
): Promise<{ notifications: Notification[]; unacknowledged: number }> {
  const [ids, unacknowledged] = await Promise.all([
    pickNewest(db, viewer, wanted),
    countUnacknowledged(db, viewer),
  ])
  const rows = await selectNotifications(db)
    .where(isAmong(notifications.id, ids))
    .orderBy(desc(alarms.lastAt), desc(notifications.id))
  return { notifications: rows.map((row) => readableNotification(row, wanted.language)), unacknowledged }
}

/** Exact up to a bound that no badge needs to exceed. */
async function countUnacknowledged(db: Db, viewer: Viewer): Promise<number> {
  const open = db
    .select({ id: notifications.id })
    .from(notifications)
    .where(
      and(
        isNull(notifications.acknowledgedAt),
        isNotNull(notifications.alarmId),
        ofVisibleDevice(viewer, notifications.deviceId),
      ),
    )
    .limit(MAX_UNACKNOWLEDGED)
    .as('open')
  const [counted] = await db.select({ total: count() }).from(open)
  return counted?.total ?? 0
}
