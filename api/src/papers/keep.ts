import type { IssuedFile } from '@carewatch/contracts/http/issued'
import { branchPapers } from '@carewatch/migrations/schema/branch-papers'
import { users } from '@carewatch/migrations/schema/people'
import { wearers } from '@carewatch/migrations/schema/wearers'
import type { Db } from '@carewatch/platform/database/client'
import { isOneOf } from '../access/one-of.ts'
import { audit, type Who } from '../access/audit.ts'
import { fullName } from '../access/viewer.ts'
import { isAmong } from '../http/among.ts'
import type { Range } from '../http/range.ts'
import { holdNamed } from './one-moment.ts'
import { hashOf, numberOf } from './seal.ts'

export type Paper = typeof branchPapers.$inferSelect

/** What a trace of one says that it is of. */
export const factsOf: Record<Paper['kind'], string> = {
  MONTHLY_PACK: 'monthlyPack',
  SHIFT_SHEET: 'shiftSheet',
}

type Sealed = Pick<Paper, 'number' | 'hash' | 'issuedAt' | 'wasOpen'>
export const toIssued = ({ number, hash, issuedAt, wasOpen }: Sealed, by: string | null): IssuedFile => ({
  number,
  hash: hash.toString('hex'),
  issuedAt,
  issuedBy: by,
  isOpen: wasOpen,
})

type Kept = Range & {
  kind: Paper['kind']
  branch: { id: number; uuid: string; companyId: number }
  content: string
  /** By uuid: who is named by a row that the reader sees. */
  wearerUuids: readonly string[]
  userIds: number[]
  isOpen: boolean
  madeAt: Date
  detail: Record<string, unknown>
}

/** As a paper calls these accounts, in their order. */
async function namesOf(tx: Db, ids: readonly number[]): Promise<string[]> {
  const { id, firstName, lastName } = users
  const rows = await tx.select({ id, firstName, lastName }).from(users).where(isAmong(id, ids))
  const byId = new Map(rows.map((row) => [row.id, fullName(row)]))
  return ids.map((one) => byId.get(one) ?? '')
}

/** Keeps what was made and writes number and hash into the audit log, in the transaction that made it; undefined: somebody else made the sheet of that shift. */
export async function keepPaper(tx: Db, who: Who, kept: Kept): Promise<Sealed | undefined> {
  const { kind, branch, content, from, to } = kept
  const hash = hashOf(content)
  // unscoped: by the uuids of those whom its maker sees in it
  const named = await tx
    .select({ id: wearers.id })
    .from(wearers)
    .where(isOneOf(wearers.uuid, kept.wearerUuids))
  const wearerIds = named.map(({ id }) => id)
  await holdNamed(tx, { userIds: kept.userIds, wearerIds })
  const userNames = await namesOf(tx, kept.userIds)
  const [row] = await tx
    .insert(branchPapers)
    .values({
      kind,
      number: numberOf(hash),
      companyId: branch.companyId,
      branchId: branch.id,
      fromAt: from,
      toAt: to,
      wearerIds,
      userIds: kept.userIds,
      userNames,
      hash,
      content,
      wasOpen: kept.isOpen,
      issuedAt: kept.madeAt,
      issuedById: who.id,
    })
    .onConflictDoNothing()
    .returning()
  if (!row) return undefined
  const detail = { facts: factsOf[kind], ...kept.detail, number: row.number, hash: hash.toString('hex') }
  const { uuid, companyId } = branch
  await audit(tx, who, { action: 'exported', entity: 'branch', uuid, companyId, detail })
  return row
}
