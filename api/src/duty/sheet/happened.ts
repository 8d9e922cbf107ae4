import { type ShiftSheet, SHEET_MOST } from '@carewatch/contracts/http/shift-sheet'
import { rankOf } from '@carewatch/contracts/triage'
import { alarmHistory, alarms, tasks } from '@carewatch/migrations/schema/alarms'
import { alarmReceipts } from '@carewatch/migrations/schema/receipts'
import { wearers } from '@carewatch/migrations/schema/wearers'
import type { Db } from '@carewatch/platform/database/client'
import { and, asc, desc, eq, gte, inArray, isNotNull, isNull, lt, or, type SQL } from 'drizzle-orm'
import { nameBy } from '../../access/name-of.ts'
import { fullName } from '../../access/viewer.ts'
import type { RoomWho } from '../../access/visible.ts'
import { visibleAlarms } from '../../access/visible-lives.ts'
import { visibleWearers } from '../../access/visible-wearers.ts'
import { type AlarmRow, selectAlarms, toAlarm } from '../../alarms/alarm-rows.ts'
import { firstIdOf } from '../../alarms/of-incident.ts'
import { alarmTriage, gravity } from '../../alarms/triage.ts'
import { isAmong } from '../../http/among.ts'
import type { Range } from '../../http/range.ts'
import { toPaperAlarm } from '../../papers/paper-alarm.ts'

export type Asked = Range & { branchId: number }
type Person = ShiftSheet['people'][number]
type Incident = Person['incidents'][number]
type SheetAlarm = Person['devices'][number]

/** What ended in a shift may have begun before; what began longer ago and is over is no news. */
const BEFORE_MS = 3 * 86_400_000

/** Of the branch, or of who lives there by now: a watch may still be another's. */
export const isOfBranch = (
  db: Db,
  caller: RoomWho,
  { rows, branchId }: { rows: typeof alarms | typeof tasks; branchId: number },
): SQL | undefined =>
  or(
    eq(rows.branchId, branchId),
    inArray(
      rows.wearerId,
      db
        .select({ id: wearers.id })
        .from(wearers)
        .where(and(visibleWearers(caller), eq(wearers.branchId, branchId))),
    ),
  )

const inTime = ({ alarm: one }: AlarmRow, { alarm: other }: AlarmRow): number =>
  one.openedAt.getTime() - other.openedAt.getTime() || one.id - other.id

/** What is open, whenever it began, and what began or ended in this time; of too much the old that is over and the least grave is left out. */
export async function readHappened(
  db: Db,
  caller: RoomWho,
  { branchId, from, to }: Asked,
): Promise<{ happened: AlarmRow[]; isCut: boolean }> {
  const isOpen = and(isNull(alarms.closedAt), alarmTriage.isOpen)
  const isRecent = gte(alarms.openedAt, new Date(from.getTime() - BEFORE_MS))
  const isOfShift = and(isRecent, or(gte(alarms.openedAt, from), gte(alarms.closedAt, from)))
  const rows = await selectAlarms(db, caller)
    .where(
      and(
        visibleAlarms(caller),
        isOfBranch(db, caller, { rows: alarms, branchId }),
        eq(alarms.rehearsal, false),
        lt(alarms.openedAt, to),
        or(isOpen, isOfShift),
      ),
    )
    .orderBy(desc(isNull(alarms.closedAt)), asc(gravity), desc(alarms.openedAt), desc(alarms.id))
    .limit(SHEET_MOST + 1)
  return { happened: rows.slice(0, SHEET_MOST).toSorted(inTime), isCut: rows.length > SHEET_MOST }
}

const idsOf = (rows: readonly AlarmRow[]): number[] => rows.map(({ alarm }) => alarm.id)

/** Who was first with whom an incident is about: as its gravest alarm called them, or after it did. */
export async function readCame(db: Db, rows: readonly AlarmRow[]) {
  const { alarmId, bedsideAt, userId } = alarmReceipts
  const came = await db
    .select({ alarmId, at: bedsideAt, user: nameBy(userId) })
    .from(alarmReceipts)
    .where(and(isAmong(alarmId, idsOf(rows)), isNotNull(bedsideAt)))
    .orderBy(asc(bedsideAt))
  return (gravest: AlarmRow, ids: readonly number[]): Incident['came'] => {
    const { id, openedAt } = gravest.alarm
    const isToIt = ({ alarmId, at }: (typeof came)[number]) =>
      alarmId === id || (ids.includes(alarmId) && at !== null && at >= openedAt)
    const first = came.find(isToIt)
    return first?.at ? { at: first.at, name: first.user && fullName(first.user) } : null
  }
}

/** What was written down in this time. */
export async function readNotes(db: Db, rows: readonly AlarmRow[], { from, to }: Range) {
  const { alarmId, at, note, userId } = alarmHistory
  const notes = await db
    .select({ alarmId, at, note, user: nameBy(userId) })
    .from(alarmHistory)
    .where(and(isAmong(alarmId, idsOf(rows)), isNotNull(note), gte(at, from), lt(at, to)))
    .orderBy(asc(at), asc(alarmHistory.id))
    .limit(SHEET_MOST)
  const wearerOf = new Map(rows.map(({ alarm, wearer }) => [alarm.id, wearer?.uuid]))
  return (wearer: string): Person['notes'] =>
    notes
      .filter((one) => wearerOf.get(one.alarmId) === wearer)
      .map((one) => ({ at: one.at, by: one.user && fullName(one.user), note: one.note ?? '' }))
}

const isPutOff = (until: Date | null): Date | null => (until !== null && until > new Date() ? until : null)

export const toSheetAlarm = (row: AlarmRow): SheetAlarm => ({
  ...toPaperAlarm(row),
  snoozedUntil: isPutOff(row.alarm.snoozedUntil),
})

/** The last of some moments; null where one of them is missing. */
const lastOfAll = (moments: readonly (Date | null)[]): Date | null =>
  moments.includes(null) ? null : new Date(Math.max(...moments.map((at) => at?.getTime() ?? 0)))

const isUnanswered = ({ alarm }: AlarmRow): boolean =>
  alarm.closedAt === null && alarm.acknowledgedAt === null

/** The gravest; of two that are as grave, the one that nobody answered. */
const gravestOf = (rows: readonly AlarmRow[]): AlarmRow | undefined =>
  rows.toSorted(
    (one, other) =>
      rankOf(one.alarm) - rankOf(other.alarm) || Number(isUnanswered(other)) - Number(isUnanswered(one)),
  )[0]

/** What happened to one person within ten minutes is one line, by the gravest of it: whoever answered less did not answer that. */
export function toIncidents(
  rows: readonly AlarmRow[],
  cameTo: Awaited<ReturnType<typeof readCame>>,
): Incident[] {
  const byIncident = Map.groupBy(rows, ({ alarm }) => firstIdOf(alarm))
  return [...byIncident.values()].flatMap((of) => {
    const gravest = gravestOf(of)
    if (!gravest) return []
    const { acknowledgedBy, acknowledgedAt, cause } = toAlarm(gravest)
    const isTaken = !of.some(isUnanswered)
    return [
      {
        ...toSheetAlarm(gravest),
        alarms: of.length,
        closedAt: lastOfAll(of.map(({ alarm }) => alarm.closedAt)),
        cause,
        takenBy: isTaken ? acknowledgedBy : null,
        takenAt: isTaken ? acknowledgedAt : null,
        came: cameTo(gravest, idsOf(of)),
      },
    ]
  })
}
