import { permissions } from '@carewatch/contracts/permissions'
import { Refusal } from '@carewatch/contracts/refusal'
import type { Db } from '@carewatch/platform/database/client'
import { branches, companies, users } from '@carewatch/migrations/schema/people'
import { and, eq, or } from 'drizzle-orm'
import type { Viewer } from '../access/viewer.ts'
import { colleagues, visibleBranches, visibleCompanies, visibleUsers } from '../access/visible.ts'
import { InvalidFields } from '../http/invalid-fields.ts'
import type { Person } from '../users/find-user.ts'
import { seen, type Seen } from '../access/seen.ts'

type Asked = {
  companyId?: string | undefined
  branchId?: string | undefined
  ownerUUID?: string | undefined
  agentId?: string | undefined
}
type Place = {
  companyId: number | null
  branchId: number | null
  owner: Person | null
  agentId: number | null
}

/** Where a device will stand and who is named as its owner; what is outside the viewer's scope does not exist. */
export async function findPlace(db: Db, viewer: Viewer, asked: Asked): Promise<Place> {
  const branch = asked.branchId ? await getBranch(db, viewer, asked.branchId) : null
  const companyId = asked.companyId
    ? await getCompanyId(db, viewer, asked.companyId)
    : (branch?.companyId ?? (viewer.role === 'ADMIN' ? null : viewer.companyId))
  if (branch && branch.companyId !== companyId) throw new InvalidFields({ branchId: 'invalid' })
  const { ownerUUID, agentId } = asked
  return {
    companyId,
    branchId: branch?.id ?? null,
    owner: ownerUUID ? await getOwner(db, viewer, { uuid: ownerUUID, companyId }) : null,
    agentId: agentId ? await getAgentId(db, viewer, { uuid: agentId, companyId }) : null,
  }
}

export async function getBranch(db: Db, viewer: Viewer, uuid: string) {
  const [branch] = await db
    .select()
    .from(branches)
    .where(and(eq(branches.uuid, uuid), visibleBranches(viewer)))
  if (!branch) throw new Refusal('notFound')
  return branch
}

export async function getCompanyId(db: Db, viewer: Viewer, uuid: string): Promise<number> {
  const [company] = await db
    .select({ id: companies.id })
    .from(companies)
    .where(and(eq(companies.uuid, uuid), visibleCompanies(viewer)))
  if (!company) throw new Refusal('notFound')
  return company.id
}

type Of = { uuid: string; companyId: number | null }

async function getOwner(db: Db, viewer: Viewer, { uuid, companyId }: Of): Promise<Person> {
  const [owner] = await db
    .select(seen(users))
    .from(users)
    .where(and(eq(users.uuid, uuid), eq(users.isActive, true), visibleUsers(viewer)))
  if (!owner) throw new Refusal('notFound')
  if (!mayOwn(owner, companyId)) throw new InvalidFields({ ownerUUID: 'invalid' })
  return owner
}

/** An owner of the device's company, or of none. */
export const mayOwn = (
  { role, companyId }: Pick<Seen<typeof users.$inferSelect>, 'role' | 'companyId'>,
  deviceCompanyId: number | null,
): boolean => role === 'OWNER' && (companyId === null || companyId === deviceCompanyId)

/** Who sold it: somebody of the staff, of the same company where they have one. */
export async function getAgentId(db: Db, viewer: Viewer, { uuid, companyId }: Of): Promise<number> {
  const isSeen = or(visibleUsers(viewer), colleagues(viewer))
  const [agent] = await db
    .select(seen(users))
    .from(users)
    .where(and(eq(users.uuid, uuid), eq(users.isActive, true), isSeen))
  if (!agent) throw new Refusal('notFound')
  const isStaff = permissions.seeTasks.some((role) => role === agent.role)
  const isElsewhere = agent.companyId !== null && agent.companyId !== companyId
  if (!isStaff || isElsewhere) throw new InvalidFields({ agentId: 'invalid' })
  return agent.id
}
