import type { Input, Reply } from '@carewatch/contracts/http/endpoint'
import type { myInvitations, sentInvitations } from '@carewatch/contracts/http/invitations'
import { invitations } from '@carewatch/migrations/schema/invitations'
import { users } from '@carewatch/migrations/schema/people'
import { wearerRelations } from '@carewatch/migrations/schema/wearers'
import type { Db } from '@carewatch/platform/database/client'
import { and, eq, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { Viewer } from '../access/viewer.ts'
import { equals, ofVisibleDevice } from '../access/visible.ts'
import { isAmong } from '../http/among.ts'
import type { List } from '../http/order.ts'
import { inOrder, pickPage } from '../http/pick.ts'
import type { Services } from '../services.ts'
import { isLapsed, isTo } from './hold.ts'
import { selectInvitations, toInvitation, toSent } from './rows.ts'

const list: List = {
  of: invitations,
  sortable: {
    createdAt: invitations.createdAt,
    // Those that wait for an answer first.
    open: sql`(case when ${invitations.status} = 'OPEN' and not ${isLapsed} then 1 else 0 end) * 1e12 + extract(epoch from ${invitations.createdAt})`,
  },
  usual: '-open',
}

async function page(
  db: Db,
  { query, where }: { query: { page: number; size: number }; where: SQL | undefined },
) {
  const { ids, total } = await pickPage(db, list, { query, where, found: undefined })
  const rows = await selectInvitations(db).where(isAmong(invitations.id, ids))
  return { rows: inOrder(ids, rows, ({ invitation }) => invitation.id), total }
}

export async function listMine(
  { db, mail }: Pick<Services, 'db' | 'mail'>,
  viewer: Viewer,
  { query }: Input<typeof myInvitations>,
): Promise<Reply<typeof myInvitations>> {
  const { rows, total } = await page(db, { query, where: isTo(viewer) })
  const isProven = and(eq(users.id, viewer.id), isNotNull(users.emailProvenAt))
  return {
    invitations: rows.map(toInvitation),
    total,
    isAddressProven: (await db.$count(users, isProven)) > 0,
    canProve: mail.isConfigured,
  }
}

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
export function isFrom(viewer: Viewer): SQL | undefined {
  if (viewer.role === 'ADMIN') return undefined
  const own = eq(invitations.askedById, viewer.id)
  if (viewer.role === 'OWNER') return and(own, ofOwnPeople(viewer))
  const isSeen = ofVisibleDevice(viewer, invitations.deviceId)
  const ofHouse = equals(invitations.companyId, viewer.companyId)
  const ofNoHouse = and(own, isNull(invitations.companyId), isSeen)
  return or(viewer.role === 'MANAGER' ? ofHouse : and(ofHouse, or(own, isSeen)), ofNoHouse)
}

export async function listSent(
  db: Db,
  viewer: Viewer,
  { query }: Input<typeof sentInvitations>,
): Promise<Reply<typeof sentInvitations>> {
  const { rows, total } = await page(db, { query, where: isFrom(viewer) })
  return { invitations: rows.map(toSent), total }
}
