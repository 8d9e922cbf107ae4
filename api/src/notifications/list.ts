import { MAX_UNACKNOWLEDGED } from '@carewatch/contracts/http/notifications'
import type { Language } from '@carewatch/contracts/languages'
import { NOTIFICATION_LOOK_BACK_MS } from '@carewatch/contracts/numbers'
import type { Notification } from '@carewatch/contracts/notifications'
import type { Db } from '@carewatch/platform/database/client'
import { alarms, notifications } from '@carewatch/migrations/schema/alarms'
import { and, countDistinct, eq, isNotNull, isNull } from 'drizzle-orm'
import type { Viewer } from '../access/viewer.ts'
import { visiblePlaceAlarms } from '../access/visible.ts'
import { ofVisibleWearer, worn } from '../access/visible-lives.ts'
import { isAmong } from '../http/among.ts'
import { firstId } from '../alarms/of-incident.ts'
import { readableNotification, selectNotifications } from '../alarms/notification-rows.ts'
import { alarmTriage } from '../alarms/triage.ts'
import { pickNewest, type Wanted } from './pick-newest.ts'

export const lookBack = (now: number): Date => new Date(now - NOTIFICATION_LOOK_BACK_MS)

const ONE_MOMENT = { isolationLevel: 'repeatable read', accessMode: 'read only' } as const

/** In the order of triage, and how many nobody has acknowledged yet, both at one moment: an alarm that comes between them would be counted and not listed, and then counted again when the screen hears of it. */
export const listNotifications = (
  db: Db,
  viewer: Viewer,
  wanted: Wanted & { language: Language },
): Promise<{ notifications: Notification[]; unacknowledged: number }> =>
  db.transaction(async (tx) => {
    const ids = await pickNewest(tx, viewer, wanted)
    const rows = await selectNotifications(tx, viewer)
      .where(isAmong(notifications.id, ids))
      .orderBy(alarmTriage.key)
    const unacknowledged = await countUnacknowledged(tx, viewer)
    return { notifications: rows.map((row) => readableNotification(row, wanted.language)), unacknowledged }
  }, ONE_MOMENT)

/** How many incidents wait for somebody, of all in the viewer's scope or of one branch: the one number that every screen says. Exact up to a bound of alarms that no badge needs to exceed. Those of devices are counted on an index that holds nothing else, so those of rooms are counted apart. */
export async function countUnacknowledged(db: Db, viewer: Viewer, branchId?: number): Promise<number> {
  const isOpen = and(
    isNull(notifications.acknowledgedAt),
    isNotNull(notifications.alarmId),
    branchId === undefined ? undefined : eq(notifications.branchId, branchId),
  )
  const ofDevices = db
    .select({ firstId: firstId.as('first_id') })
    .from(notifications)
    .innerJoin(alarms, eq(alarms.id, notifications.alarmId))
    .where(and(isOpen, ofVisibleWearer(viewer, worn.notifications)))
    .limit(MAX_UNACKNOWLEDGED)
    .as('of_devices')
  const ofPlaces = db
    .select({ firstId: firstId.as('first_id') })
    .from(notifications)
    .innerJoin(alarms, eq(alarms.id, notifications.alarmId))
    .where(and(isOpen, isNull(notifications.deviceId), visiblePlaceAlarms(viewer)))
    .limit(MAX_UNACKNOWLEDGED)
    .as('of_places')
  const totals = await Promise.all(
    [ofDevices, ofPlaces].map((open) => db.select({ total: countDistinct(open.firstId) }).from(open)),
  )
  return Math.min(
    MAX_UNACKNOWLEDGED,
    totals.flat().reduce((sum, { total }) => sum + total, 0),
  )
}
