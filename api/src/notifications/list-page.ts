import type { Input, Reply } from '@carewatch/contracts/http/endpoint'
import type { allNotifications } from '@carewatch/contracts/http/notifications'
import type { Db } from '@carewatch/migrations/client'
import { alarms, notifications } from '@carewatch/migrations/schema/alarms'
import { devices } from '@carewatch/migrations/schema/devices'
import { and, eq, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { Caller } from '../access/viewer.ts'
import { ofVisibleDevice, visiblePlaceAlarms } from '../access/visible.ts'
import { getVisibleDevice } from '../devices/visible-device.ts'
import { isAmong } from '../http/among.ts'
import type { List } from '../http/order.ts'
import { inOrder, pickPage } from '../http/pick.ts'
import { naming, searchText } from '../http/search.ts'
import { countUnacknowledged } from './list.ts'
import { readableNotification, selectNotifications } from './notification-rows.ts'

const list: List = {
  of: notifications,
  joins: sql`join ${alarms} on ${alarms.id} = ${notifications.alarmId}`,
  sortable: {
    createdAt: notifications.createdAt,
    lastAt: alarms.lastAt,
    severity: sql`array_position(array['LOW', 'MEDIUM', 'HIGH', 'CRITICAL'], ${alarms.severity})`,
  },
  usual: '-createdAt',
  isEndless: true,
}

type Query = Input<typeof allNotifications>['query']

const filters = ({ type, kind, severity, acknowledged }: Query): SQL | undefined =>
  and(
    type && eq(notifications.type, type),
    kind && eq(alarms.kind, kind),
    severity && eq(alarms.severity, severity),
    acknowledged === undefined
      ? undefined
      : (acknowledged ? isNotNull : isNull)(notifications.acknowledgedAt),
  )

/** By the words of its device. */
async function found(db: Db, typed: string | undefined): Promise<SQL | undefined> {
  if (!typed) return undefined
  return naming(db, notifications.deviceId, { id: devices.id, of: devices, text: searchText(devices), typed })
}

/** Those of one device, or of the whole scope, rooms included. */
async function scopeOf(db: Db, caller: Caller, imei: string | undefined): Promise<SQL | undefined> {
  if (imei === undefined)
    return or(ofVisibleDevice(caller, notifications.deviceId), visiblePlaceAlarms(caller))
  const device = await getVisibleDevice(db, caller, { imei })
  return eq(notifications.deviceId, device.id)
}

export async function listNotificationPage(
  db: Db,
  caller: Caller,
  { query }: Input<typeof allNotifications>,
): Promise<Reply<typeof allNotifications>> {
  const where = and(await scopeOf(db, caller, query.imei), filters(query))
  const [{ ids, total }, unacknowledged] = await Promise.all([
    pickPage(db, list, { query, where, found: await found(db, query.search) }),
    countUnacknowledged(db, caller),
  ])
  const rows = inOrder(
    ids,
    await selectNotifications(db).where(isAmong(notifications.id, ids)),
    ({ notification }) => notification.id,
  )
  return {
    notifications: rows.map((row) => readableNotification(row, caller.language)),
    total,
    unacknowledged,
  }
}
