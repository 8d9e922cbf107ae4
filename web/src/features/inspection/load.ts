import { allBranches } from '@carewatch/contracts/http/branches'
import { monthlyPack } from '@carewatch/contracts/http/monthly-packs'
import { call } from '../../http/call.ts'
import type { PackSearch } from './search.ts'

const MONTHS = 25

/** The month that runs and those before it, the newest first. */
export const monthsUntil = (now: Date): string[] =>
  Array.from({ length: MONTHS }, (_, back) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back)).toISOString().slice(0, 7),
  )

type Of = { branchUuid: string | null }

/** Of the branch that is named, else one's own, else the first that one sees. */
export async function loadPack({ branch, month, names }: PackSearch, { branchUuid }: Of) {
  const own = branch ?? branchUuid
  const [first] = own ? [{ uuid: own }] : (await call(allBranches, { query: {} })).branches
  if (!first) return null
  const [, last = ''] = monthsUntil(new Date())
  return call(monthlyPack, { query: { branch: first.uuid, month: month ?? last, names: names === true } })
}
