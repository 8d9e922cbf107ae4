import type { Db } from '@carewatch/platform/database/client'
import { alarms } from '@carewatch/migrations/schema/alarms'
import { and, asc, eq, gte, lt, type SQL, sql } from 'drizzle-orm'
import type { Viewer } from '../access/viewer.ts'
import { visibleAlarms } from '../access/visible-lives.ts'
import { type AlarmRow, selectAlarms, toAlarm } from '../alarms/alarm-rows.ts'
import { isAmong } from '../http/among.ts'
import { inOrder } from '../http/pick.ts'
import type { Range } from '../http/range.ts'
import { isoText, PAGE, pageByPage, personCells, type Row, type Table } from './pages.ts'

const columns = [
  'uuid',
  'openedAt',
  'lastAt',
  'kind',
  'direction',
  'severity',
  'metric',
  'value',
  'count',
  'late',
  'active',
  'acknowledged',
  'acknowledgedAt',
  'acknowledgedBy',
  'clearedAt',
  'closedAt',
  'closedBy',
  'cause',
  'person',
  'personRoom',
  'personBed',
  'personRoomThen',
  'personBedThen',
  'deviceIMEI',
  'deviceName',
  'gatewayName',
  'roomName',
  'beaconName',
] as const

function toRow(found: AlarmRow): Row {
  const { openedAt, lastAt, acknowledgedAt, clearedAt, closedAt, wearer, ...alarm } = toAlarm(found)
  const cells: Record<(typeof columns)[number], Row[string]> = {
    ...alarm,
    ...personCells(wearer),
    openedAt: openedAt.toISOString(),
    lastAt: lastAt.toISOString(),
    acknowledgedAt: isoText(acknowledgedAt),
    clearedAt: isoText(clearedAt),
    closedAt: isoText(closedAt),
  }
  return Object.fromEntries(columns.map((name) => [name, cells[name]]))
}

type Place = { openedAt: Date; id: number }
type Asked = Range & { deviceId: number | undefined; wearerId: number | undefined }

const isAfter = ({ openedAt, id }: Place): SQL =>
  sql`(${alarms.openedAt}, ${alarms.id}) > (${openedAt.toISOString()}::timestamptz, ${id}::int)`

async function* rowsOf(
  db: Db,
  viewer: Viewer,
  { deviceId, wearerId, from, to }: Asked,
): AsyncGenerator<Row[]> {
  const ofDevice = deviceId === undefined ? undefined : eq(alarms.deviceId, deviceId)
  const ofWearer = wearerId === undefined ? undefined : eq(alarms.wearerId, wearerId)
  const isReal = eq(alarms.rehearsal, false)
  const which = and(
    visibleAlarms(viewer),
    isReal,
    ofDevice,
    ofWearer,
    gte(alarms.openedAt, from),
    lt(alarms.openedAt, to),
  )
  // First which, by what an index knows, then those rows whole.
  const read = async (place: Place) => {
    const picked = await db
      .select({ id: alarms.id })
      .from(alarms)
      .where(and(which, isAfter(place)))
      .orderBy(asc(alarms.openedAt), asc(alarms.id))
      .limit(PAGE)
    const ids = picked.map(({ id }) => id)
    return inOrder(
      ids,
      await selectAlarms(db, viewer).where(isAmong(alarms.id, ids)),
      ({ alarm }) => alarm.id,
    )
  }
  const placeOf = ({ alarm }: AlarmRow): Place => alarm
  for await (const page of pageByPage({ from: { openedAt: from, id: 0 }, read, placeOf }))
    yield page.map(toRow)
}

export const alarmsTable = (db: Db, viewer: Viewer, asked: Asked): Table => ({
  columns,
  pages: rowsOf(db, viewer, asked),
})
