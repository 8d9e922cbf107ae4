import { allBranches } from '@carewatch/contracts/http/branches'
import { keptShiftSheet, shiftSheet, shiftSheets } from '@carewatch/contracts/http/shift-sheet'
import { call } from '../../http/call.ts'
import type { SheetSearch } from './search.ts'

type Of = { branchUuid: string | null }

/** Of the branch that is named, else one's own, else the first that one sees; beside it those that were kept. */
export async function loadSheet({ branch, kept }: SheetSearch, { branchUuid }: Of) {
  const own = branch ?? branchUuid
  const [first] = own ? [{ uuid: own }] : (await call(allBranches, { query: {} })).branches
  if (!first && !kept) return null
  const shown = kept
    ? await call(keptShiftSheet, { params: { uuid: kept } })
    : await call(shiftSheet, { query: { branch: first?.uuid ?? '' } })
  const { sheets } = await call(shiftSheets, { query: { branch: shown.sheet.branch.uuid } })
  return { ...shown, sheets }
}
export type Loaded = NonNullable<Awaited<ReturnType<typeof loadSheet>>>
