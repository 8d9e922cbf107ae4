import { canonical, type Json } from '@carewatch/contracts/canonical'
import { branchPapers } from '@carewatch/migrations/schema/branch-papers'
import type { Db } from '@carewatch/platform/database/client'
import { arrayOverlaps, asc, eq, sql } from 'drizzle-orm'
import { isAmong } from '../http/among.ts'

type Gone = ReadonlySet<string>
type Named = { readonly [name: string]: Json | undefined }

const isNamed = (value: Json | undefined): value is Named =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isGone = (value: Json | undefined, gone: Gone): boolean =>
  isNamed(value) && typeof value['uuid'] === 'string' && gone.has(value['uuid'])

/** A row that is about one of them alone goes; of one that counts it stays that it was, and not of whom. */
function without(value: Json, gone: Gone): Json {
  if (Array.isArray(value))
    return value
      .filter((row: Json) => !(isNamed(row) && isGone(row['wearer'], gone)))
      .map((row: Json) => without(row, gone))
  if (!isNamed(value)) return value
  const fields = Object.entries(value).map(([name, of]) => [
    name,
    of === undefined || isGone(of, gone) ? null : without(of, gone),
  ])
  // Safe: the fields of what was there.
  return Object.fromEntries(fields) as Json
}

/** Takes people out of every paper of a branch that names them: what it holds of others stays, and it says that it is no longer as it was. */
export async function redactPapers(tx: Db, erased: readonly { id: number; uuid: string }[]): Promise<void> {
  const [ids, gone] = [erased.map(({ id }) => id), new Set(erased.map(({ uuid }) => uuid))]
  // unscoped: whoever is erased is erased from every paper that names them
  const found = await tx
    .select({ id: branchPapers.id })
    .from(branchPapers)
    .where(arrayOverlaps(branchPapers.wearerIds, ids))
    .orderBy(asc(branchPapers.id))
  for (const { id } of found) {
    const [paper] = await tx
      .select({ content: branchPapers.content })
      .from(branchPapers)
      .where(isAmong(branchPapers.id, [id]))
      .for('update')
    if (!paper) continue
    const content = canonical(without(JSON.parse(paper.content) as Json, gone))
    await tx
      .update(branchPapers)
      .set({ content, redactedAt: sql`now()` })
      .where(eq(branchPapers.id, id))
  }
}
