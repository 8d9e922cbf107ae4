import type { Input, Reply } from '@carewatch/contracts/http/endpoint'
import {
  type KeptSheet,
  type keptShiftSheet as readContract,
  SHEET_KEEP_DAYS,
  SHEET_LATE_MS,
  ShiftSheet,
  type shiftSheets as listContract,
} from '@carewatch/contracts/http/shift-sheet'
import { Refusal } from '@carewatch/contracts/refusal'
import { branchPapers } from '@carewatch/migrations/schema/branch-papers'
import { branches } from '@carewatch/migrations/schema/people'
import type { Db } from '@carewatch/platform/database/client'
import { and, desc, eq } from 'drizzle-orm'
import type { Caller } from '../../access/viewer.ts'
import { visibleBranches } from '../../access/visible.ts'
import { getVisibleBranch } from '../../branches/find.ts'
import { toIssued } from '../../papers/keep.ts'
import { paperOf } from '../../papers/seal.ts'

const SHIFTS_A_DAY = 3

const columns = {
  uuid: branchPapers.uuid,
  number: branchPapers.number,
  fromAt: branchPapers.fromAt,
  toAt: branchPapers.toAt,
  issuedAt: branchPapers.issuedAt,
  redactedAt: branchPapers.redactedAt,
}
type Row = Pick<typeof branchPapers.$inferSelect, keyof typeof columns>

const toKept = ({ uuid, number, fromAt, toAt, issuedAt, redactedAt }: Row): KeptSheet => ({
  uuid,
  number,
  from: fromAt,
  to: toAt,
  madeAt: issuedAt,
  late: issuedAt.getTime() - toAt.getTime() > SHEET_LATE_MS,
  redacted: redactedAt !== null,
})

/** What the shifts of a branch handed over, the newest first. */
export async function listShiftSheets(
  db: Db,
  caller: Caller,
  { query }: Input<typeof listContract>,
): Promise<Reply<typeof listContract>> {
  const branch = await getVisibleBranch(db, caller, query.branch)
  const rows = await db
    .select(columns)
    .from(branchPapers)
    .where(and(eq(branchPapers.branchId, branch.id), eq(branchPapers.kind, 'SHIFT_SHEET')))
    .orderBy(desc(branchPapers.toAt))
    .limit(SHEET_KEEP_DAYS * SHIFTS_A_DAY)
  return { sheets: rows.map(toKept) }
}

export async function readKeptSheet(
  db: Db,
  caller: Caller,
  uuid: string,
): Promise<Reply<typeof readContract>> {
  const [row] = await db
    .select({ paper: branchPapers })
    .from(branchPapers)
    .innerJoin(branches, eq(branches.id, branchPapers.branchId))
    .where(and(eq(branchPapers.uuid, uuid), eq(branchPapers.kind, 'SHIFT_SHEET'), visibleBranches(caller)))
  const sheet = row && paperOf(ShiftSheet, row.paper.content)
  if (!sheet) throw new Refusal('notFound')
  return { kept: toKept(row.paper), sheet, issued: toIssued(row.paper, null) }
}
