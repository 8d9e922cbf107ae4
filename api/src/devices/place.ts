import { Refusal } from '@carewatch/contracts/refusal'
import type { Db } from '@carewatch/migrations/client'
import { branches, companies, users } from '@carewatch/migrations/schema/people'
import { and, eq } from 'drizzle-orm'
import type { Viewer } from '../access/viewer.ts'
import { visibleBranches, visibleCompanies, visibleUsers } from '../access/visible.ts'
import { InvalidFields } from '../http/invalid-fields.ts'

type Asked = {
  companyUuid?: string | undefined
  branchUuid?: string | undefined
  ownerUuid?: string | undefined
}
type Place = { companyId: number | null; branchId: number | null; ownerId: number | null }

/** Where a device will stand and whose it will be; what is outside the viewer's scope does not exist. */
export async function findPlace(db: Db, viewer: Viewer, asked: Asked): Promise<Place> {
  const branch = asked.branchUuid ? await getBranch(db, viewer, asked.branchUuid) : null
  const companyId = asked.companyUuid
    ? await getCompanyId(db, viewer, asked.companyUuid)
    : (branch?.companyId ?? (viewer.role === 'ADMIN' ? null : viewer.companyId))
  if (branch && branch.companyId !== companyId) throw new InvalidFields({ branchUuid: 'invalid' })
  const ownerId = asked.ownerUuid ? await getOwnerId(db, viewer, { uuid: asked.ownerUuid, companyId }) : null
  return { companyId, branchId: branch?.id ?? null, ownerId }
}

async function getBranch(db: Db, viewer: Viewer, uuid: string) {
  const [branch] = await db
    .select()
    .from(branches)
    .where(and(eq(branches.uuid, uuid), visibleBranches(viewer)))
  if (!branch) throw new Refusal('notFound')
  return branch
}

async function getCompanyId(db: Db, viewer: Viewer, uuid: string): Promise<number> {
  const [company] = await db
    .select({ id: companies.id })
    .from(companies)
    .where(and(eq(companies.uuid, uuid), visibleCompanies(viewer)))
  if (!company) throw new Refusal('notFound')
  return company.id
}

async function getOwnerId(
  db: Db,
  viewer: Viewer,
  { uuid, companyId }: { uuid: string; companyId: number | null },
): Promise<number> {
  const [owner] = await db
    .select()
    .from(users)
    .where(and(eq(users.uuid, uuid), eq(users.isActive, true), visibleUsers(viewer)))
  if (!owner) throw new Refusal('notFound')
  const isElsewhere = owner.companyId !== null && owner.companyId !== companyId
  if (owner.role !== 'OWNER' || isElsewhere) throw new InvalidFields({ ownerUuid: 'invalid' })
  return owner.id
}
