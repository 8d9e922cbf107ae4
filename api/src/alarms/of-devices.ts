import type { Notification } from '@carewatch/contracts/notifications'
import { alarms, notifications } from '@carewatch/migrations/schema/alarms'
import type { Db } from '@carewatch/platform/database/client'
import { and, isNotNull, sql } from 'drizzle-orm'
import { ofVisibleWearer, worn } from '../access/visible-lives.ts'
import type { Caller } from '../access/viewer.ts'
import { readableNotification, selectNotifications } from './notification-rows.ts'
import { alarmTriage, wantsSomebody } from './triage.ts'
import { isAmong } from '../http/among.ts'

/** What is open of these devices and of who wears each now, by device, in the order of triage. */
export async function readOpenAlarms(
  db: Db,
  caller: Caller,
  ids: readonly number[],
): Promise<Map<number | null, Notification[]>> {
  if (ids.length === 0) return new Map()
  const rows = await selectNotifications(db, caller)
    .where(
      and(
        isAmong(alarms.deviceId, ids),
        wantsSomebody,
        isNotNull(notifications.alarmId),
        sql`${alarms.wearerId} is not distinct from present_wearer(${alarms.deviceId})`,
        ofVisibleWearer(caller, worn.notifications),
      ),
    )
    .orderBy(alarmTriage.key)
  const named = rows.map((row) => ({
    deviceId: row.alarm.deviceId,
    notification: readableNotification(row, caller.language),
  }))
  return new Map(
    [...Map.groupBy(named, ({ deviceId }) => deviceId)].map(([id, of]) => [
      id,
      of.map(({ notification }) => notification),
    ]),
  )
}
