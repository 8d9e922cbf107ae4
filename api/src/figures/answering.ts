import { caseFigures, shifts, type CaseFigure, type Shift } from '@carewatch/contracts/figures'
import { type Answering } from '@carewatch/contracts/http/alarm-figures'
import type { Db } from '@carewatch/platform/database/client'
import { alarms } from '@carewatch/migrations/schema/alarms'
import { branches } from '@carewatch/migrations/schema/people'
import { eq, sql } from 'drizzle-orm'
import { type Counted, figures, percentilesOf, shift } from './counted.ts'

type Cases = Record<CaseFigure, number>
type Row = {
  isAll: boolean
  branchUuid: string | null
  branchName: string | null
  shift: Shift
  cases: Cases
  notified: [number, number] | null
  seen: [number, number] | null
  bedside: [number, number] | null
  acknowledge: [number, number] | null
  resolve: [number, number] | null
}

const seconds = (both: [number, number] | null) => ({ median: both?.[0] ?? null, p90: both?.[1] ?? null })

const answeringOf = ({ cases, ...row }: Omit<Row, 'isAll'>): Answering => ({
  alarms: cases.alarms,
  notified: seconds(row.notified),
  seen: seconds(row.seen),
  bedside: seconds(row.bedside),
  inTime: cases.inTime,
  acknowledge: seconds(row.acknowledge),
  resolve: seconds(row.resolve),
  closed: cases.resolved,
  falseAlarms: cases.falseAlarms,
  cases,
})

const counts = sql.join(
  caseFigures.map((name) => sql`${name}::text, count(*) filter (where ${figures[name].isCounted})`),
  sql`, `,
)

/** How fast all of them were answered, and those of each branch and shift, in one pass. */
export async function readAnswering(db: Db, { which }: Counted) {
  const { rows } = await db.execute<Row>(sql`
    select "isAll", "branchUuid", "branchName", shift, cases, notified, seen, bedside, acknowledge, resolve from (
      select grouping(${branches.id}) = 1 as "isAll", ${branches.uuid} as "branchUuid", ${branches.name} as "branchName",
        ${shift} as shift, json_build_object(${counts}) as cases,
        ${percentilesOf(figures.notified)} as notified, ${percentilesOf(figures.seen)} as seen, ${percentilesOf(figures.bedside)} as bedside,
        ${percentilesOf(figures.acknowledged)} as acknowledge, ${percentilesOf(figures.resolved)} as resolve
      from ${alarms} left join ${branches} on ${eq(branches.id, alarms.branchId)} where ${which}
      group by grouping sets ((), (${branches.id}, ${branches.uuid}, ${branches.name}, ${shift}))) figures
    order by "branchName" nulls last, "branchUuid"`)
  const all = rows.find(({ isAll }) => isAll)
  const parts = rows
    .filter((row) => !row.isAll && row.cases.alarms > 0)
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
  if (!all) throw new Error('The set of all is always there.')
  return {
    every: all.cases.every,
    overall: answeringOf(all),
    shifts: [...byBranch.values()].flatMap((of) => of.toSorted((one, other) => order(one) - order(other))),
  }
}
