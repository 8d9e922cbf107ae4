import type { Input, Reply } from '@carewatch/contracts/http/endpoint'
import type { allNotifications } from '@carewatch/contracts/http/notifications'
import type { Db } from '@carewatch/platform/database/client'
import { alarms } from '@carewatch/migrations/schema/alarms'
import { and, eq, isNotNull, isNull, ne, or, type SQL } from 'drizzle-orm'
import type { Caller } from '../access/viewer.ts'
import { visibleAlarms } from '../access/visible-lives.ts'
import { alarmList, foundAlarms } from '../alarms/list.ts'
import { isOfKind, isOfType } from '../alarms/of-kind.ts'
import { getVisibleDevice } from '../access/visible-device.ts'
import { isAmong } from '../http/among.ts'
import type { List } from '../http/order.ts'
import { inOrder, pickPage } from '../http/pick.ts'
import { countUnacknowledged } from './list.ts'
import { readableNotification, selectNotifications } from '../alarms/notification-rows.ts'

const { openedAt: createdAt, lastAt, severity } = alarmList.sortable
/** What is silent as part of an outage is listed by it: most of it has no notification of its own. */
const isNoPartOfOutage = or(isNull(alarms.incidentId), ne(alarms.category, 'TECHNICAL'))

/** Every alarm that is told has one notification and says all that a list is sorted and narrowed by, so the page is picked among alarms. */
const list: List = { ...alarmList, sortable: { createdAt, lastAt, severity } }

type Query = Input<typeof allNotifications>['query']

const filters = ({ type, kind, severity: only, acknowledged }: Query): SQL | undefined =>
  and(
    type && isOfType(type),
    kind && isOfKind(kind),
    only && eq(alarms.severity, only),
    acknowledged === undefined ? undefined : (acknowledged ? isNotNull : isNull)(alarms.acknowledgedAt),
  )

export async function listNotificationPage(
  db: Db,
  caller: Caller,
  { query }: Input<typeof allNotifications>,
): Promise<Reply<typeof allNotifications>> {
  const { imei } = query
  const device = imei === undefined ? undefined : await getVisibleDevice(db, caller, { imei })
  const ofDevice = device && eq(alarms.deviceId, device.id)
  const which = and(ofDevice, filters(query), isNoPartOfOutage)
  const where = and(visibleAlarms(caller), which)
  const manyWhere = and(visibleAlarms(caller, 'many'), which)
  const [{ ids, total }, unacknowledged] = await Promise.all([
    pickPage(db, list, { query, where, manyWhere, found: await foundAlarms(db, caller, query.search) }),
    countUnacknowledged(db, caller),
  ])
  const rows = await selectNotifications(db, caller).where(isAmong(alarms.id, ids))
  const ordered = inOrder(ids, rows, ({ alarm }) => alarm.id)
  return {
    notifications: ordered.map((row) => readableNotification(row, caller.language)),
    total,
    unacknowledged,
  }
}
