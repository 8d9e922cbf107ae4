import { Refusal } from '@carewatch/contracts/refusal'
import type { Role } from '@carewatch/contracts/roles'
import type { Db } from '@carewatch/platform/database/client'
import { branches, companies } from '@carewatch/migrations/schema/people'
import { and, eq } from 'drizzle-orm'
import type { Viewer } from '../access/viewer.ts'
import { visibleBranches, visibleCompanies } from '../access/visible.ts'
import { InvalidFields } from '../http/invalid-fields.ts'

type Asked = { companyId?: string | null | undefined; branchId?: string | null | undefined }
export type Place = { companyId: number | null; branchId: number | null }

const needsBranch: readonly Role[] = ['SUPERVISOR', 'MONITOR', 'BRANCH_MONITOR']
const needsCompany: readonly Role[] = ['MANAGER', 'COMPANY_MONITOR', ...needsBranch]

async function getCompanyId(db: Db, viewer: Viewer, uuid: string): Promise<number> {
  const [company] = await db
    .select({ id: companies.id })
    .from(companies)
    .where(and(eq(companies.uuid, uuid), visibleCompanies(viewer)))
  if (!company) throw new Refusal('notFound')
  return company.id
}

async function getBranch(db: Db, viewer: Viewer, condition: { uuid: string } | { id: number }) {
  const [branch] = await db
    .select({ id: branches.id, companyId: branches.companyId })
    .from(branches)
    .where(
      and(
        'uuid' in condition ? eq(branches.uuid, condition.uuid) : eq(branches.id, condition.id),
        visibleBranches(viewer),
      ),
    )
  if (!branch) throw new Refusal('notFound')
  return branch
}

/** What was not said stays as it is; whoever has a place of their own puts people only there. */
function usualPlace(viewer: Viewer, now: Place | undefined): Place {
  if (now) return now
  if (viewer.role === 'ADMIN') return { companyId: null, branchId: null }
  return { companyId: viewer.companyId, branchId: viewer.role === 'SUPERVISOR' ? viewer.branchId : null }
}

/** Where a person of this role will stand: a place outside the viewer's scope does not exist. */
export async function findPlace(
  db: Db,
  viewer: Viewer,
  { asked, role, now }: { asked: Asked; role: Role; now?: Place },
): Promise<Place> {
  const usual = usualPlace(viewer, now)
  const branch = await branchOf(db, viewer, { asked, usual })
  const companyId = await companyOf(db, viewer, { asked, usual, branch })
  // Only an administrator puts anybody outside every company.
  if (viewer.role !== 'ADMIN' && companyId !== viewer.companyId)
    throw new InvalidFields({ companyId: 'required' })
  if (viewer.role === 'SUPERVISOR' && branch?.id !== viewer.branchId)
    throw new InvalidFields({ branchId: 'required' })
  if (needsCompany.includes(role) && companyId === null) throw new InvalidFields({ companyId: 'required' })
  if (needsBranch.includes(role) && !branch) throw new InvalidFields({ branchId: 'required' })
  if (branch && branch.companyId !== companyId) throw new InvalidFields({ branchId: 'invalid' })
  return { companyId, branchId: branch?.id ?? null }
}

async function branchOf(db: Db, viewer: Viewer, { asked, usual }: { asked: Asked; usual: Place }) {
  if (asked.branchId) return getBranch(db, viewer, { uuid: asked.branchId })
  // Moved to another company, nobody keeps the old one's branch.
  const stays = asked.branchId === undefined && !asked.companyId && usual.branchId !== null
  return stays && usual.branchId !== null ? getBranch(db, viewer, { id: usual.branchId }) : undefined
}

type Known = { asked: Asked; usual: Place; branch: { companyId: number } | undefined }

async function companyOf(db: Db, viewer: Viewer, { asked, usual, branch }: Known): Promise<number | null> {
  if (asked.companyId) return getCompanyId(db, viewer, asked.companyId)
  if (asked.companyId === null) return null
  return branch?.companyId ?? usual.companyId
}
