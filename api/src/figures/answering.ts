import { type Answering, type Shift, shifts } from '@carewatch/contracts/http/alarm-figures'
import type { Db } from '@carewatch/platform/database/client'
import { alarms } from '@carewatch/migrations/schema/alarms'
import { branches } from '@carewatch/migrations/schema/people'
import { eq, sql } from 'drizzle-orm'
import {
  type Counted,
  isAboutPeople,
  isClosed,
  isFalse,
  isInTime,
  shift,
  toAcknowledge,
  toResolve,
  untilBedside,
  untilSeen,
  untilTold,
} from './counted.ts'

type Row = {
  isAll: boolean
  branchUuid: string | null
  branchName: string | null
  shift: Shift
  every: number
  alarms: number
  closed: number
  falseAlarms: number
  notified: [number, number] | null
  seen: [number, number] | null
  bedside: [number, number] | null
  inTime: number
  acknowledge: [number, number] | null
  resolve: [number, number] | null
}

const seconds = (both: [number, number] | null) => ({ median: both?.[0] ?? null, p90: both?.[1] ?? null })

const answeringOf = ({ alarms: of, closed, falseAlarms, inTime, ...row }: Row): Answering => ({
  alarms: of,
  notified: seconds(row.notified),
  seen: seconds(row.seen),
  bedside: seconds(row.bedside),
  inTime,
  acknowledge: seconds(row.acknowledge),
  resolve: seconds(row.resolve),
  closed,
  falseAlarms,
})

/** How fast all of them were answered, and those of each branch and shift, in one pass. */
export async function readAnswering(db: Db, { which }: Counted) {
  const { rows } = await db.execute<Row>(sql`
    select "isAll", "branchUuid", "branchName", shift, every, alarms, closed, "falseAlarms", notified, seen, bedside, "inTime", acknowledge, resolve from (
      select grouping(${branches.id}) = 1 as "isAll", ${branches.uuid} as "branchUuid", ${branches.name} as "branchName",
        ${shift} as shift, count(*)::int as every, count(*) filter (where ${isAboutPeople})::int as alarms,
        count(*) filter (where ${isAboutPeople} and ${isClosed})::int as closed,
        count(*) filter (where ${isAboutPeople} and ${isFalse})::int as "falseAlarms",
        ${untilTold} as notified, ${untilSeen} as seen, ${untilBedside} as bedside,
        count(*) filter (where ${isAboutPeople} and ${isInTime})::int as "inTime",
        ${toAcknowledge} as acknowledge, ${toResolve} as resolve
      from ${alarms} left join ${branches} on ${eq(branches.id, alarms.branchId)} where ${which}
      group by grouping sets ((), (${branches.id}, ${branches.uuid}, ${branches.name}, ${shift}))) figures
    order by "branchName" nulls last, "branchUuid"`)
  const all = rows.find(({ isAll }) => isAll)
  const parts = rows
    .filter((row) => !row.isAll && row.alarms > 0)
    .map((row) => ({
      ...answeringOf(row),
      branch:
        row.branchUuid === null || row.branchName === null
          ? null
          : { uuid: row.branchUuid, name: row.branchName },
      shift: row.shift,
    }))
  const order = ({ shift: of }: { shift: Shift }) => shifts.indexOf(of)
  const byBranch = Map.groupBy(parts, ({ branch }) => branch?.uuid)
  return {
    every: all?.every ?? 0,
    overall: answeringOf(all ?? NOTHING),
    shifts: [...byBranch.values()].flatMap((of) => of.toSorted((one, other) => order(one) - order(other))),
  }
}

const NOTHING: Row = {
  isAll: true,
  branchUuid: null,
  branchName: null,
  shift: 'DAY',
  every: 0,
  alarms: 0,
  closed: 0,
  falseAlarms: 0,
  notified: null,
  seen: null,
  bedside: null,
  inTime: 0,
  acknowledge: null,
  resolve: null,
}
