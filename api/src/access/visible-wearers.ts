import { users } from '@carewatch/migrations/schema/people'
import { wearerRelations, wearers } from '@carewatch/migrations/schema/wearers'
import { and, eq, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { isOwnBranch, type Reach, reach, type Who } from './reach.ts'

const NONE = sql`false`

const related = ({ id }: Who, kind: 'OWNER' | 'RELATIVE'): SQL =>
  sql`${wearers.id} in (select ${wearerRelations.wearerId} from ${wearerRelations}
    where ${wearerRelations.userId} = ${id} and ${wearerRelations.kind} = ${kind} and ${wearerRelations.until} is null)`

/** Whom a nurse looks after may be responsible for somebody in another house too: that is for its own staff. */
export const isOfNoOtherHouse = ({ companyId }: Who, column: AnyPgColumn): SQL =>
  companyId === null ? sql`true` : sql`(${column} is null or ${column} = ${companyId})`

const condition: Record<Reach, (viewer: Who) => SQL> = {
  everything: () => sql`true`,
  company: ({ companyId }) => (companyId === null ? NONE : eq(wearers.companyId, companyId)),
  branch: (viewer) => isOwnBranch(viewer, wearers.branchId),
  supervised: (viewer) =>
    sql`${isOfNoOtherHouse(viewer, wearers.companyId)} and ${wearers.id} in (select ${wearerRelations.wearerId} from ${wearerRelations}
      inner join ${users} on ${users.id} = ${wearerRelations.userId}
      where ${wearerRelations.kind} = 'OWNER' and ${wearerRelations.until} is null and ${users.supervisorId} = ${viewer.id})`,
  owned: (viewer) => related(viewer, 'OWNER'),
  related: (viewer) => related(viewer, 'RELATIVE'),
}

/** A condition on `wearers`: the people under care in the viewer's scope. */
export const visibleWearers = (viewer: Who): SQL =>
  and(
    isNull(wearers.deletedAt),
    isNull(wearers.erasedAt),
    or(...reach[viewer.role].map((one) => condition[one](viewer))) ?? NONE,
  ) ?? NONE
