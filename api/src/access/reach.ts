import type { Role } from '@carewatch/contracts/roles'
import { eq, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Viewer } from './viewer.ts'

export type Who = Pick<Viewer, 'id' | 'role' | 'companyId' | 'branchId' | 'branchIds'>
export type Reach = 'everything' | 'company' | 'branch' | 'supervised' | 'owned' | 'related'

/** Whose rows each role sees. What may be seen (`visible.ts`) and what is heard live (`may-see.ts`) is derived from this table. */
export const reach: Record<Role, readonly Reach[]> = {
  ADMIN: ['everything'],
  MANAGER: ['company'],
  SUPERVISOR: ['branch', 'supervised'],
  OWNER: ['owned'],
  RELATIVE: ['related'],
  USER: [],
  MONITOR: ['branch'],
  BRANCH_MONITOR: ['branch'],
  COMPANY_MONITOR: ['company'],
}

/** The company whose rows are all this person works with: families follow watches wherever these belong, administrators see everything. */
export function companyOfStaff(viewer: Pick<Who, 'role' | 'companyId'> | null): number | undefined {
  const isStaff = viewer !== null && reach[viewer.role].some((one) => one === 'company' || one === 'branch')
  return isStaff ? (viewer.companyId ?? undefined) : undefined
}

/** Whether no row is hidden from the viewer. */
export const seesEverything = ({ role }: Pick<Who, 'role'>): boolean => reach[role].includes('everything')

/** A condition on a column that names a branch: it is the viewer's, or one of those that an API key was made for. */
export function isOwnBranch(
  { branchId, branchIds }: Pick<Who, 'branchId' | 'branchIds'>,
  column: AnyPgColumn,
): SQL {
  if (branchIds) return sql`${column} = any(${`{${branchIds.join()}}`}::int[])`
  return branchId === null ? sql`false` : eq(column, branchId)
}
