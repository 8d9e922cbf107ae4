import type { AlarmKind } from '@carewatch/contracts/alarms'
import { type MonthlyPack, PACK_MOST, type PackPart } from '@carewatch/contracts/http/monthly-packs'
import { alarmHistory, alarms, deliveries, tasks } from '@carewatch/migrations/schema/alarms'
import { incidentFiles } from '@carewatch/migrations/schema/incident-files'
import { branches } from '@carewatch/migrations/schema/people'
import { alarmReceipts } from '@carewatch/migrations/schema/receipts'
import type { Db } from '@carewatch/platform/database/client'
import { and, eq, gt, inArray, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import { fullName, type Viewer } from '../access/viewer.ts'
import { visibleAlarms } from '../access/visible-lives.ts'
import { type AlarmRow, placeOf, selectAlarms } from '../alarms/alarm-rows.ts'
import { gravity } from '../alarms/triage.ts'
import { type Counted, figures, isAboutPeople, isTaken, secondsOf } from '../figures/counted.ts'
import { isAmong } from '../http/among.ts'
import { inOrder } from '../http/pick.ts'
import { toPaperAlarm } from '../papers/paper-alarm.ts'
import { toPackPerson } from './person.ts'

type Call = MonthlyPack['calls'][number]
type Alarm = MonthlyPack['unanswered'][number]
type Silence = MonthlyPack['silences'][number]
type Name = { firstName: string; lastName: string } | null

/** Whose pack it is, and how it names people. */
export type Making = { db: Db; viewer: Viewer; counted: Counted; names: boolean }
/** What a part holds, and how many there are; beside it whom it names. */
export type Listed<Row> = { rows: Row[]; all: number; found: AlarmRow[]; userIds: (number | null)[] }

const CALLS: readonly AlarmKind[] = ['SOS', 'FALL', 'UNKNOWN_ALARM']

/** Nobody wore it: of who was erased not even the name of the watch is told. */
const isOfNobody = ({ alarm }: AlarmRow): boolean => alarm.wearerId === null

const placeNameOf = (row: AlarmRow): string | null => {
  if (row.wearer) return null
  const { roomName, gatewayName, beaconName, branchName, deviceName } = placeOf(row)
  return roomName ?? gatewayName ?? beaconName ?? branchName ?? (isOfNobody(row) ? deviceName : null)
}

const toPackAlarm = (row: AlarmRow, names: boolean): Alarm => ({
  ...toPaperAlarm(row),
  cause: row.alarm.cause,
  person: toPackPerson(row.wearer, names),
  place: placeNameOf(row),
})

const of = sql`from ${alarms} left join ${branches} on ${eq(branches.id, alarms.branchId)}`

async function countOf(db: Db, which: SQL | undefined): Promise<number> {
  const { rows } = await db.execute<{ n: number }>(sql`select count(*)::int as n ${of} where ${which}`)
  return rows[0]?.n ?? 0
}

/** The alarms of these ids, in their order. */
async function alarmsOf({ db, viewer }: Making, ids: readonly number[]): Promise<AlarmRow[]> {
  const found = await selectAlarms(db, viewer).where(isAmong(alarms.id, ids))
  return inOrder(ids, found, ({ alarm }) => alarm.id)
}

const hasStep = (which: SQL): SQL =>
  sql`exists (select from ${alarmHistory} where ${alarmHistory.alarmId} = ${alarms.id} and ${which})`
/** Somebody who has no account answered by a text; what rose since asks anew. */
const byRelative = sql`(${alarms.acknowledgedAt} is not null
  and ${hasStep(sql`${alarmHistory.step} = 'ACKNOWLEDGED' and ${alarmHistory.relativeId} is not null`)})`
/** Whoever wears the watch ended it there, in time. */
const takenBack = hasStep(sql`${alarmHistory.step} = 'CANCELLED' and ${alarmHistory.userId} is null`)

type CallRow = {
  id: number
  notified: number | null
  seen: number | null
  answered: number | null
  bedside: number | null
  bedsideById: number | null
  bedsideBy: Name
  byRelative: boolean
  takenBack: boolean
  done: number
  tasks: number
  file: string | null
}

const firstAtBedside = sql`(select ${alarmReceipts.userId} from ${alarmReceipts} where ${alarmReceipts.alarmId} = ${alarms.id}
  and ${alarmReceipts.bedsideAt} is not null order by ${alarmReceipts.bedsideAt} limit 1)`
const ofTasks = sql`from ${tasks} where ${tasks.alarmId} = ${alarms.id}`
const fileOf = sql`(select ${incidentFiles.number} from ${incidentFiles}
  where ${incidentFiles.alarmId} = coalesce(${alarms.incidentId}, ${alarms.id}) order by ${incidentFiles.id} desc limit 1)`

/** Each call for help and each fall; of too many those that waited longest. */
export async function readCalls(making: Making): Promise<Listed<Call>> {
  const { db, counted, names } = making
  const which = and(counted.which, inArray(alarms.kind, [...CALLS]))
  const { rows } = await db.execute<CallRow>(sql`
    select ${alarms.id} as id, ${secondsOf(figures.notified)} as notified, ${secondsOf(figures.seen)} as seen,
      ${secondsOf(figures.acknowledged)} as answered, ${secondsOf(figures.bedside)} as bedside,
      ${firstAtBedside} as "bedsideById", account_name(${firstAtBedside}) as "bedsideBy", ${byRelative} as "byRelative",
      ${takenBack} as "takenBack",
      (select count(*) filter (where ${tasks.status} = 'DONE') ${ofTasks})::int as done, (select count(*) ${ofTasks})::int as tasks,
      ${fileOf} as file
    ${of} where ${which} order by answered desc nulls first, 1 desc limit ${PACK_MOST.calls}`)
  const found = (
    await alarmsOf(
      making,
      rows.map(({ id }) => id),
    )
  ).toSorted((one, other) => one.alarm.openedAt.getTime() - other.alarm.openedAt.getTime())
  const byId = new Map(rows.map((row) => [row.id, row]))
  return {
    rows: found.flatMap((row) => {
      const more = byId.get(row.alarm.id)
      return more ? [toCall(row, more, names)] : []
    }),
    all: rows.length < PACK_MOST.calls ? rows.length : await countOf(db, which),
    found,
    userIds: [
      ...rows.map(({ bedsideById }) => bedsideById),
      ...found.map(({ alarm }) => alarm.acknowledgedById),
    ],
  }
}

function toCall(row: AlarmRow, more: CallRow, names: boolean): Call {
  const { notified, seen, answered, bedside } = more
  return {
    ...toPackAlarm(row, names),
    notified,
    seen,
    answered,
    answeredBy: row.acknowledger && fullName(row.acknowledger),
    answeredByRelative: more.byRelative,
    takenBack: more.takenBack,
    bedside,
    bedsideBy: more.bedsideBy && fullName(more.bedsideBy),
    tasks: { done: more.done, all: more.tasks },
    file: more.file,
  }
}

/** Alarms of which each is one line, the gravest first. */
async function readGravest(
  making: Making,
  { which, part }: { which: SQL | undefined; part: PackPart },
): Promise<Listed<Alarm>> {
  const { db, names } = making
  const { rows } = await db.execute<{ id: number }>(sql`
    select ${alarms.id} as id ${of} where ${which} order by ${gravity}, ${alarms.openedAt}, 1 limit ${PACK_MOST[part]}`)
  const found = await alarmsOf(
    making,
    rows.map(({ id }) => id),
  )
  return {
    rows: found.map((row) => toPackAlarm(row, names)),
    all: rows.length < PACK_MOST[part] ? rows.length : await countOf(db, which),
    found,
    userIds: [],
  }
}

/** What no account and no relative answered, and no watch took back. */
export const readUnanswered = (making: Making) =>
  readGravest(making, {
    part: 'unanswered',
    which: and(making.counted.which, isAboutPeople, isNull(alarms.acknowledgedAt)),
  })

/** No provider took a message of it, and no screen is known to have shown it. */
const reachedNobody = and(
  isNull(alarms.acknowledgedAt),
  sql`not exists (select from ${deliveries} where ${and(eq(deliveries.alarmId, alarms.id), isTaken)})`,
  sql`not exists (select from ${alarmReceipts} where ${alarmReceipts.alarmId} = ${alarms.id})`,
)

export const readUnreached = (making: Making) =>
  readGravest(making, {
    part: 'unreached',
    which: and(
      making.counted.which,
      // What fell silent as part of an outage has no message of its own.
      or(isAboutPeople, isNull(alarms.incidentId)),
      inArray(alarms.severity, ['HIGH', 'CRITICAL']),
      reachedNobody,
    ),
  })

const endedAt = sql`coalesce(${alarms.clearedAt}, ${alarms.closedAt})`

/** What was silent in this time, whenever it began; what fell silent as part of an outage is counted by that. */
export async function readSilences(making: Making): Promise<Listed<Silence>> {
  const { db, viewer, counted, names } = making
  const which = and(
    visibleAlarms(viewer),
    eq(alarms.branchId, counted.branchId ?? 0),
    inArray(alarms.kind, ['OFFLINE', 'GATEWAY_OFFLINE', 'OUTAGE']),
    isNull(alarms.incidentId),
    eq(alarms.rehearsal, false),
    lt(alarms.openedAt, counted.to),
    or(sql`${endedAt} is null`, gt(endedAt, counted.from)),
  )
  const { rows } = await db.execute<{ id: number }>(sql`
    select ${alarms.id} as id ${of} where ${which}
    order by coalesce(${endedAt}, now()) - ${alarms.openedAt} desc, 1 limit ${PACK_MOST.silences}`)
  const found = await alarmsOf(
    making,
    rows.map(({ id }) => id),
  )
  return {
    rows: found.map((row) => ({
      uuid: row.alarm.uuid,
      kind: row.alarm.kind,
      watches: row.alarm.kind === 'OUTAGE' ? Math.round(row.alarm.value ?? 0) : null,
      from: row.alarm.openedAt,
      to: row.alarm.clearedAt ?? row.alarm.closedAt,
      person: toPackPerson(row.wearer, names),
      place: placeNameOf(row),
    })),
    all: rows.length < PACK_MOST.silences ? rows.length : await countOf(db, which),
    found,
    userIds: [],
  }
}
