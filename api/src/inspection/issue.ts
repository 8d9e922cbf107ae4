import type { Input, Reply } from '@carewatch/contracts/http/endpoint'
import {
  type issueMonthlyPack as issueContract,
  MonthlyPack,
  type monthlyPack as readContract,
} from '@carewatch/contracts/http/monthly-packs'
import { Refusal } from '@carewatch/contracts/refusal'
import { branchPapers } from '@carewatch/migrations/schema/branch-papers'
import type { Db } from '@carewatch/platform/database/client'
import { and, asc, eq } from 'drizzle-orm'
import { audit } from '../access/audit.ts'
import { nameBy } from '../access/name-of.ts'
import { type Caller, fullName } from '../access/viewer.ts'
import type { BranchRow } from '../branches/find.ts'
import { keepPaper, toIssued } from '../papers/keep.ts'
import { inOneMoment } from '../papers/one-moment.ts'
import { textOf } from '../papers/seal.ts'
import { composePack } from './compose.ts'

/** Which were issued of this month, the first first. */
async function issuedOf(db: Db, { branch, from }: { branch: BranchRow; from: Date }) {
  const rows = await db
    .select({ paper: branchPapers, by: nameBy(branchPapers.issuedById) })
    .from(branchPapers)
    .where(
      and(
        eq(branchPapers.branchId, branch.id),
        eq(branchPapers.kind, 'MONTHLY_PACK'),
        eq(branchPapers.fromAt, from),
      ),
    )
    .orderBy(asc(branchPapers.id))
  return rows.map(({ paper, by }) => toIssued(paper, by && fullName(by)))
}

/** The pack as it would be issued now; whom it names was looked at (`access/shown.ts`), and that it was made with names is written down beside. */
export async function readMonthlyPack(
  db: Db,
  caller: Caller,
  { query }: Input<typeof readContract>,
): Promise<Reply<typeof readContract>> {
  const { pack, branch } = await composePack(db, caller, query)
  if (pack.names) {
    const { uuid, companyId } = branch
    const detail = { facts: 'monthlyPack', month: pack.month, names: true }
    await audit(db, caller, { action: 'viewed', entity: 'branch', uuid, companyId, detail })
  }
  return { pack, issued: await issuedOf(db, { branch, from: pack.from }) }
}

/** Made, kept and written down in one moment. */
export function issueMonthlyPack(
  db: Db,
  caller: Caller,
  { body }: Input<typeof issueContract>,
): Promise<Reply<typeof issueContract>> {
  return inOneMoment(db, async (tx) => {
    const { pack, branch, wearerUuids, userIds } = await composePack(tx, caller, body)
    const { from, to, month, names, isOpen, madeAt } = pack
    const sealed = await keepPaper(tx, caller, {
      kind: 'MONTHLY_PACK',
      branch,
      from,
      to,
      content: textOf(MonthlyPack, pack),
      wearerUuids,
      userIds,
      isOpen,
      madeAt,
      detail: { month, names },
    })
    if (!sealed) throw new Refusal('conflict')
    return { pack, issued: toIssued(sealed, fullName(caller)) }
  })
}
