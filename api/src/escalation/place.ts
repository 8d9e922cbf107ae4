import { Refusal } from '@carewatch/contracts/refusal'
import type { Db } from '@carewatch/platform/database/client'
import type { Viewer } from '../access/viewer.ts'
import { getVisibleBranch } from '../branches/find.ts'
import { getVisibleCompany } from '../companies/find.ts'

/** Whose chains: a company's, or one of its branches'. */
export type ChainPlace = { companyId: number; branchId: number | null }

type Asked = { companyUuid: string; branchUuid: string | undefined }

/** The place, if the viewer may see it and the branch is the company's. */
export async function findPlace(
  db: Db,
  viewer: Viewer,
  { companyUuid, branchUuid }: Asked,
): Promise<ChainPlace> {
  const company = await getVisibleCompany(db, viewer, companyUuid)
  if (branchUuid === undefined) return { companyId: company.id, branchId: null }
  const branch = await getVisibleBranch(db, viewer, branchUuid)
  if (branch.companyId !== company.id) throw new Refusal('notFound')
  return { companyId: company.id, branchId: branch.id }
}
