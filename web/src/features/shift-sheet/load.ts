import { allBranches } from '@carewatch/contracts/http/branches'
import { shiftSheet } from '@carewatch/contracts/http/shift-sheet'
import { Uuid } from '@carewatch/contracts/wire'
import { z } from 'zod'
import { call } from '../../http/call.ts'

/** Of which branch, and of which shift: left out, the one that is to be handed over now. */
export const SheetSearch = z.object({ branch: Uuid.optional().catch(undefined) })
export type SheetSearch = z.output<typeof SheetSearch>

type Of = { branchUuid: string | null }

/** Of the branch that is named, else one's own, else the first that one sees. */
export async function loadSheet({ branch }: SheetSearch, { branchUuid }: Of) {
  const own = branch ?? branchUuid
  const [first] = own ? [{ uuid: own }] : (await call(allBranches, { query: {} })).branches
  if (!first) return { sheet: null }
  return call(shiftSheet, { query: { branch: first.uuid } })
}
