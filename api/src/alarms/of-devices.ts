import type { Notification } from '@carewatch/contracts/notifications'
import { alarms, notifications } from '@carewatch/migrations/schema/alarms'
import { wearers } from '@carewatch/migrations/schema/wearers'
import type { Db } from '@carewatch/platform/database/client'
import { and, isNotNull, isNull, or, sql } from 'drizzle-orm'
import { ofVisibleWearer, worn } from '../access/visible-lives.ts'
import type { Caller } from '../access/viewer.ts'
import { isAmong } from '../http/among.ts'
import { readableNotification, selectNotifications } from './notification-rows.ts'
import { alarmTriage, wantsSomebody } from './triage.ts'

/** A device, and who wears it now; null: nobody does. */
type Worn = { id: number; wearerUuid: string | null }

/**
 * What is open of who wears each of these devices, by whatever told of it: somebody may wear a pendant and a watch. Of a device that nobody wears, what is
 * open of itself. In the order of triage.
 */
export async function readOpenAlarms(
  db: Db,
  caller: Caller,
  devices: readonly Worn[],
): Promise<(device: Worn) => Notification[]> {
  const uuids = [...new Set(devices.flatMap(({ wearerUuid }) => wearerUuid ?? []))]
  const unworn = devices.filter(({ wearerUuid }) => wearerUuid === null).map(({ id }) => id)
  const rows = await selectNotifications(db, caller)
    .where(
      and(
        alarmTriage.isOpen,
        wantsSomebody,
        isNotNull(notifications.alarmId),
        or(
          sql`${wearers.uuid} = any(${`{${uuids.join()}}`}::uuid[])`,
          and(isNull(alarms.wearerId), isAmong(alarms.deviceId, unworn)),
        ),
        ofVisibleWearer(caller, worn.notifications),
      ),
    )
    .orderBy(alarmTriage.key)
  const ofOne = Map.groupBy(rows, ({ alarm, wearerUuid }) => wearerUuid ?? alarm.deviceId)
  return ({ id, wearerUuid }) =>
    (ofOne.get(wearerUuid ?? id) ?? []).map((row) => readableNotification(row, caller.language))
}
