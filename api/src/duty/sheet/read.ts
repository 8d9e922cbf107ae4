import type { Input, Reply } from '@carewatch/contracts/http/endpoint'
import {
  SHEET_DAYS_MAX,
  SHEET_MOST,
  type ShiftSheet,
  type shiftSheet as contract,
} from '@carewatch/contracts/http/shift-sheet'
import type { WearerSummary } from '@carewatch/contracts/wearers'
import { alarms, tasks } from '@carewatch/migrations/schema/alarms'
import { wearers } from '@carewatch/migrations/schema/wearers'
import type { Db } from '@carewatch/platform/database/client'
import { and, asc, eq, gte, inArray, not, sql } from 'drizzle-orm'
import type { Caller } from '../../access/viewer.ts'
import type { RoomWho } from '../../access/visible.ts'
import { visibleTasks } from '../../access/visible-lives.ts'
import { visibleWearers } from '../../access/visible-wearers.ts'
import { wearerOf } from '../../access/wearer-summary.ts'
import { type AlarmRow, placeOf } from '../../alarms/alarm-rows.ts'
import { selectTasks, type TaskRow, toTask } from '../../alarms/task-rows.ts'
import { taskTriage } from '../../alarms/triage.ts'
import { type BranchRow, getVisibleBranch } from '../../branches/find.ts'
import { offsetMinutes } from '../../http/offset.ts'
import { type Range, rangeOf } from '../../http/range.ts'
import { knownZone } from '../../http/zone.ts'
import { dutiesOf } from '../list.ts'
import {
  type Asked,
  isOfBranch,
  readCame,
  readHappened,
  readNotes,
  toIncidents,
  toSheetAlarm,
} from './happened.ts'
import { shiftBegan } from './shift.ts'
import { readStays } from './stays.ts'

type Person = ShiftSheet['people'][number]
type SheetTask = ShiftSheet['tasks'][number]

const MOST_DUTIES = 6

/** Who lives in the branch, whatever they wear. */
const readResidents = (db: Db, caller: RoomWho, { branchId }: Pick<Asked, 'branchId'>) =>
  db
    .select({
      wearer: wearerOf({ wearerId: wearers.id, companyId: wearers.companyId }, caller),
      status: wearers.status,
      reason: wearers.awayReason,
      until: wearers.awayUntil,
    })
    .from(wearers)
    .where(
      and(
        visibleWearers(caller),
        eq(wearers.branchId, branchId),
        inArray(wearers.status, ['ACTIVE', 'AWAY']),
      ),
    )
    .orderBy(asc(wearers.id))

/** Of what began by its end: made late, a sheet has none of what happened since. */
const readOpenTasks = (db: Db, caller: RoomWho, { branchId, to }: Asked) => {
  const isSince = sql`exists (select from ${alarms} where ${eq(alarms.id, tasks.alarmId)} and ${gte(alarms.openedAt, to)})`
  return selectTasks(db, caller)
    .where(
      and(
        visibleTasks(caller),
        isOfBranch(db, caller, { rows: tasks, branchId }),
        taskTriage.isOpen,
        not(isSince),
      ),
    )
    .orderBy(asc(tasks.dueAt), asc(tasks.id))
    .limit(SHEET_MOST + 1)
}

function toSheetTask(row: TaskRow): SheetTask {
  const { uuid, title, alertType, createdBy, status, dueAt, deferredUntil, assigneeName, reason } = toTask(
    row,
    new Date(),
  )
  const kind = createdBy === 'SYSTEM' ? alertType : null
  return { uuid, title, kind, status, dueAt, deferredUntil, assignee: assigneeName, reason }
}

const byBed = ({ wearer: one }: Person, { wearer: other }: Person): number =>
  [one.room, one.bed, one.name]
    .join('\n')
    .localeCompare([other.room, other.bed, other.name].join('\n'), undefined, {
      numeric: true,
    })

const isSomething = ({ away, incidents, devices, tasks: open, notes }: Person): boolean =>
  away !== null || [incidents, devices, open, notes].some((part) => part.length > 0)

type Rows = {
  residents: Awaited<ReturnType<typeof readResidents>>
  happened: AlarmRow[]
  open: TaskRow[]
}

/** Everybody whom some row names, each once. */
function namedIn({ residents, happened, open }: Rows): WearerSummary[] {
  const all = [...residents, ...happened, ...open].flatMap(({ wearer }) => wearer ?? [])
  return [...new Map(all.toReversed().map((wearer) => [wearer.uuid, wearer])).values()]
}

const isTechnical = ({ alarm }: AlarmRow): boolean => alarm.category === 'TECHNICAL'

/** What is still wrong, and when nobody could be told of them because their watch was silent. */
const isOfDevice = (row: AlarmRow): boolean =>
  isTechnical(row) && (row.alarm.closedAt === null || row.alarm.kind === 'OFFLINE')

async function peopleOf(db: Db, rows: Rows, { from, to }: Asked): Promise<Person[]> {
  const { residents, happened, open } = rows
  const [cameTo, notesOf] = [await readCame(db, happened), await readNotes(db, happened, { from, to })]
  return namedIn(rows).map((wearer) => {
    const theirs = happened.filter((row) => row.wearer?.uuid === wearer.uuid)
    const home = residents.find((row) => row.wearer?.uuid === wearer.uuid)
    return {
      wearer,
      away: home?.status === 'AWAY' ? { reason: home.reason, until: home.until } : null,
      incidents: toIncidents(
        theirs.filter((row) => !isTechnical(row)),
        cameTo,
      ),
      devices: theirs.filter(isOfDevice).map(toSheetAlarm),
      tasks: open.filter((row) => row.wearer?.uuid === wearer.uuid).map(toSheetTask),
      notes: notesOf(wearer.uuid),
    }
  })
}

type Shift = Range & { branch: BranchRow; madeAt: Date }

/** What a shift of a branch hands over to the next, as far as whoever asks may see it; beside it the rows that it is made of. */
export async function composeSheet(db: Db, caller: RoomWho, { branch, from, to, madeAt }: Shift) {
  const zone = knownZone(branch.timeZone)
  const asked = { branchId: branch.id, from, to }
  const { happened, isCut } = await readHappened(db, caller, asked)
  const openTasks = await readOpenTasks(db, caller, asked)
  const residents = await readResidents(db, caller, asked)
  const open = openTasks.slice(0, SHEET_MOST)
  const people = (await peopleOf(db, { residents, happened, open }, asked)).filter(isSomething)
  const named = new Set(people.map(({ wearer }) => wearer.uuid))
  const { duties } = await dutiesOf(db, branch)
  const sheet: ShiftSheet = {
    branch: { uuid: branch.uuid, name: branch.name },
    zone,
    offsetMinutes: offsetMinutes(zone, from),
    from,
    to,
    madeAt,
    duties: duties.slice(0, MOST_DUTIES),
    people: people.toSorted(byBed),
    others: residents.filter(({ wearer }) => wearer && !named.has(wearer.uuid)).length,
    stays: await readStays(db, caller, asked),
    places: happened
      .filter(({ alarm, wearer }) => wearer === null && (alarm.closedAt === null || alarm.wearerId === null))
      .map((row) => {
        const { deviceName, gatewayName, roomName, beaconName } = placeOf(row)
        return { ...toSheetAlarm(row), name: roomName ?? gatewayName ?? beaconName ?? deviceName }
      }),
    tasks: open.filter(({ wearer }) => wearer === null).map(toSheetTask),
    isCut: isCut || openTasks.length > SHEET_MOST,
  }
  return { sheet, happened, open }
}

/** The shift that ran an hour ago, or any other time. */
export async function readShiftSheet(
  db: Db,
  caller: Caller,
  { query }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const branch = await getVisibleBranch(db, caller, query.branch)
  const madeAt = new Date()
  const wanted = {
    from: query.from ?? shiftBegan(madeAt, knownZone(branch.timeZone)),
    to: query.to ?? madeAt,
  }
  const range = rangeOf(wanted, { usual: 1, most: SHEET_DAYS_MAX })
  const { sheet } = await composeSheet(db, caller, { branch, ...range, madeAt })
  return { sheet }
}
