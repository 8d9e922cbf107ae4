import type { Db } from '@carewatch/platform/database/client'
import { tasks } from '@carewatch/migrations/schema/alarms'
import { and, asc, eq, gte, lt, type SQL, sql } from 'drizzle-orm'
import type { Language } from '@carewatch/contracts/languages'
import type { Caller, Viewer } from '../access/viewer.ts'
import { visibleTasks } from '../access/visible-lives.ts'
import { isAmong } from '../http/among.ts'
import { inOrder } from '../http/pick.ts'
import type { Range } from '../http/range.ts'
import { selectTasks, type TaskRow, readableTask } from '../alarms/task-rows.ts'
import { isoText, PAGE, pageByPage, personCells, type Row, type Table } from './pages.ts'

const columns = [
  'uuid',
  'createdAt',
  'updatedAt',
  'dueAt',
  'doneAt',
  'title',
  'status',
  'monitoringType',
  'alertType',
  'severity',
  'createdBy',
  'assigneeName',
  'outcome',
  'reason',
  'deferredUntil',
  'person',
  'personRoom',
  'personBed',
  'personRoomThen',
  'personBedThen',
  'deviceIMEI',
  'deviceName',
] as const

const toRow =
  (language: Language) =>
  (found: TaskRow): Row => {
    const { createdAt, updatedAt, dueAt, deferredUntil, wearer, ...task } = readableTask(found, {
      now: new Date(),
      language,
    })
    const cells: Record<(typeof columns)[number], Row[string]> = {
      ...task,
      ...personCells(wearer),
      createdAt: createdAt.toISOString(),
      updatedAt: updatedAt.toISOString(),
      dueAt: dueAt.toISOString(),
      doneAt: isoText(found.task.doneAt),
      deferredUntil: isoText(deferredUntil),
    }
    return Object.fromEntries(columns.map((name) => [name, cells[name]]))
  }

type Reader = Viewer & Pick<Caller, 'language'>
type Place = { createdAt: Date; id: number }
type Asked = Range & { deviceId: number | undefined; wearerId: number | undefined }

const isAfter = ({ createdAt, id }: Place): SQL =>
  sql`(${tasks.createdAt}, ${tasks.id}) > (${createdAt.toISOString()}::timestamptz, ${id}::int)`

async function* rowsOf(
  db: Db,
  viewer: Reader,
  { deviceId, wearerId, from, to }: Asked,
): AsyncGenerator<Row[]> {
  const ofDevice = deviceId === undefined ? undefined : eq(tasks.deviceId, deviceId)
  const ofWearer = wearerId === undefined ? undefined : eq(tasks.wearerId, wearerId)
  const which = and(
    visibleTasks(viewer),
    ofDevice,
    ofWearer,
    gte(tasks.createdAt, from),
    lt(tasks.createdAt, to),
  )
  // First which, by what an index knows, then those rows whole.
  const read = async (place: Place) => {
    const picked = await db
      .select({ id: tasks.id })
      .from(tasks)
      .where(and(which, isAfter(place)))
      .orderBy(asc(tasks.createdAt), asc(tasks.id))
      .limit(PAGE)
    const ids = picked.map(({ id }) => id)
    return inOrder(ids, await selectTasks(db, viewer).where(isAmong(tasks.id, ids)), ({ task }) => task.id)
  }
  const placeOf = ({ task }: TaskRow): Place => task
  for await (const page of pageByPage({ from: { createdAt: from, id: 0 }, read, placeOf }))
    yield page.map(toRow(viewer.language))
}

export const tasksTable = (db: Db, viewer: Reader, asked: Asked): Table => ({
  columns,
  pages: rowsOf(db, viewer, asked),
})
