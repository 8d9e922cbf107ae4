import type { allAlarms } from '@carewatch/contracts/http/alarms'
import type { Input, Reply } from '@carewatch/contracts/http/endpoint'
import type { Db } from '@carewatch/platform/database/client'
import { alarms } from '@carewatch/migrations/schema/alarms'
import { devices } from '@carewatch/migrations/schema/devices'
import { and, eq, gte, isNotNull, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import type { Viewer } from '../access/viewer.ts'
import { namingWearer } from '../http/named-wearer.ts'
import { isFoundByDevice, visibleAlarms, worn } from '../access/visible-lives.ts'
import { getVisibleDevice } from '../access/visible-device.ts'
import { isAmong } from '../http/among.ts'
import type { List } from '../http/order.ts'
import { inOrder, pickPage } from '../http/pick.ts'
import { naming, searchText } from '../http/search.ts'
import { getVisibleWearer } from '../access/visible-wearer.ts'
import { isOfKind } from './of-kind.ts'
import { selectAlarms, toAlarm } from './alarm-rows.ts'
import { alarmTriage } from './triage.ts'

export const alarmList = {
  of: alarms,
  sortable: {
    openedAt: alarms.openedAt,
    lastAt: alarms.lastAt,
    kind: alarms.kind,
    severity: sql`array_position(array['LOW', 'MEDIUM', 'HIGH', 'CRITICAL'], ${alarms.severity})`,
  },
  usual: 'triage',
  triage: alarmTriage,
  isEndless: true,
} satisfies List

type Query = Input<typeof allAlarms>['query']

const filters = ({ kind, severity, open, from, to }: Query): SQL | undefined =>
  and(
    kind && isOfKind(kind),
    severity && eq(alarms.severity, severity),
    open === undefined ? undefined : (open ? isNull : isNotNull)(alarms.closedAt),
    from && gte(alarms.openedAt, from),
    to && lt(alarms.openedAt, to),
  )

/** By the words of its device, where that is named to the viewer, and the name of whom it is about. */
export async function foundAlarms(
  db: Db,
  viewer: Viewer,
  typed: string | undefined,
): Promise<SQL | undefined> {
  if (!typed) return undefined
  return or(
    and(
      await naming(db, alarms.deviceId, { id: devices.id, of: devices, text: searchText(devices), typed }),
      isFoundByDevice(viewer, worn.alarms),
    ),
    await namingWearer(db, alarms.wearerId, typed),
  )
}

export async function listAlarms(
  db: Db,
  viewer: Viewer,
  { query }: Input<typeof allAlarms>,
): Promise<Reply<typeof allAlarms>> {
  const device = query.device ? await getVisibleDevice(db, viewer, { uuid: query.device }) : undefined
  const wearer = query.wearer ? await getVisibleWearer(db, viewer, query.wearer) : undefined
  const ofDevice = device && eq(alarms.deviceId, device.id)
  const ofWearer = wearer && eq(alarms.wearerId, wearer.id)
  const which = and(ofDevice, ofWearer, filters(query))
  const { ids, total } = await pickPage(db, alarmList, {
    query,
    where: and(visibleAlarms(viewer), which),
    manyWhere: and(visibleAlarms(viewer, 'many'), which),
    found: await foundAlarms(db, viewer, query.search),
  })
  const rows = await selectAlarms(db, viewer).where(isAmong(alarms.id, ids))
  return { alarms: inOrder(ids, rows, ({ alarm }) => alarm.id).map(toAlarm), total }
}
