import { invitations } from '@carewatch/migrations/schema/invitations'
import { users } from '@carewatch/migrations/schema/people'
import { wearerRelations } from '@carewatch/migrations/schema/wearers'
import { and, eq, isNull, or, type SQL, sql } from 'drizzle-orm'
import { idsOfAccounts } from './identity.ts'
import type { Viewer } from './viewer.ts'
import { equals, ofVisibleDevice } from './visible.ts'

/** A condition on `invitations`: those to any account of this person, and those to their address once it is proven to be theirs. */
export const invitationsTo = ({ identityId }: Pick<Viewer, 'identityId'>): SQL =>
  or(
    sql`${invitations.userId} in ${idsOfAccounts(identityId)}`,
    // By the link of its letter, whichever of their accounts opened it.
    eq(invitations.userId, identityId),
    and(
      isNull(invitations.userId),
      sql`${invitations.email} in (select lower(${users.email}) from ${users}
        where ${users.id} = ${identityId} and ${users.emailProvenAt} is not null)`,
    ),
  ) ?? sql`false`

/** Of `invitations`: those about a person whom a family belongs to, or a watch of theirs. */
const ofOwnPeople = (viewer: Viewer): SQL | undefined =>
  or(
    ofVisibleDevice(viewer, invitations.deviceId),
    sql`${invitations.wearerId} in (select ${wearerRelations.wearerId} from ${wearerRelations}
      where ${wearerRelations.userId} = ${viewer.id} and ${wearerRelations.until} is null)`,
  )

/**
 * A condition on `invitations`: what one asked oneself; staff, what was asked in their house of the devices they see. What somebody asked for a
 * house stays with it when they leave.
 */
export function invitationsFrom(viewer: Viewer): SQL | undefined {
  if (viewer.role === 'ADMIN') return undefined
  const own = eq(invitations.askedById, viewer.id)
  if (viewer.role === 'OWNER') return and(own, ofOwnPeople(viewer))
  const isSeen = ofVisibleDevice(viewer, invitations.deviceId)
  const ofHouse = equals(invitations.companyId, viewer.companyId)
  const ofNoHouse = and(own, isNull(invitations.companyId), isSeen)
  return or(viewer.role === 'MANAGER' ? ofHouse : and(ofHouse, or(own, isSeen)), ofNoHouse)
}
