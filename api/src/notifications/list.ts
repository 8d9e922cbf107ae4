import { MAX_NOTIFICATIONS } from '@carewatch/contracts/http/notifications'
import type { Language } from '@carewatch/contracts/languages'
import { NOTIFICATION_LOOK_BACK_MS } from '@carewatch/contracts/numbers'
import type { Notification } from '@carewatch/contracts/notifications'
import type { Db } from '@carewatch/migrations/client'
import { alarms, notifications } from '@carewatch/migrations/schema/alarms'
import { devices } from '@carewatch/migrations/schema/devices'
import { and, count, desc, eq, gte, inArray, isNull, or, type SQL } from 'drizzle-orm'
import type { Viewer } from '../access/viewer.ts'
import { visibleDevices } from '../access/visible.ts'
import { readableNotification, selectNotifications } from './notification-rows.ts'

type Wanted = {
  after: Date
  language: Language
  imei?: string | undefined
  /** These too, however old. */
  alsoIds?: number[]
  /** Of these only, however old. */
  uuids?: readonly string[] | undefined
}

export const lookBack = (now: number): Date => new Date(now - NOTIFICATION_LOOK_BACK_MS)

function isWanted({ after, imei, alsoIds = [], uuids }: Wanted): SQL | undefined {
  if (uuids) return inArray(notifications.uuid, [...uuids])
  // Made since then, or triggered again since then.
  const isRecent = or(gte(notifications.createdAt, after), gte(alarms.lastAt, after))
  return and(
    alsoIds.length ? or(isRecent, inArray(notifications.id, alsoIds)) : isRecent,
    imei ? eq(devices.imei, imei) : undefined,
  )
}

/** Newest first, and how many nobody has acknowledged yet. */
export async function listNotifications(
  db: Db,
  viewer: Viewer,
  wanted: Wanted,
): Promise<{ notifications: Notification[]; unacknowledged: number }> {
  const [rows, unacknowledged] = await Promise.all([
    selectNotifications(db)
      .where(and(visibleDevices(viewer), isWanted(wanted)))
      .orderBy(desc(alarms.lastAt), desc(notifications.id))
      .limit(MAX_NOTIFICATIONS),
    countUnacknowledged(db, viewer),
  ])
  return { notifications: rows.map((row) => readableNotification(row, wanted.language)), unacknowledged }
}

async function countUnacknowledged(db: Db, viewer: Viewer): Promise<number> {
  const [counted] = await db
    .select({ total: count() })
    .from(notifications)
    .innerJoin(alarms, eq(alarms.id, notifications.alarmId))
    .innerJoin(devices, eq(devices.id, notifications.deviceId))
    .where(and(isNull(notifications.acknowledgedAt), visibleDevices(viewer)))
  return counted?.total ?? 0
}
