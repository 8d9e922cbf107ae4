import type { Input, Reply } from '@carewatch/contracts/http/endpoint'
import type { myInvitations, sentInvitations } from '@carewatch/contracts/http/invitations'
import { invitations } from '@carewatch/migrations/schema/invitations'
import { users } from '@carewatch/migrations/schema/people'
import type { Db } from '@carewatch/platform/database/client'
import { and, eq, isNotNull, type SQL, sql } from 'drizzle-orm'
import type { Viewer } from '../access/viewer.ts'
import { invitationsFrom, invitationsTo } from '../access/visible-invitations.ts'
import { isAmong } from '../http/among.ts'
import type { List } from '../http/order.ts'
import { inOrder, pickPage } from '../http/pick.ts'
import type { Services } from '../services.ts'
import { isLapsed } from './hold.ts'
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
  const { rows, total } = await page(db, { query, where: invitationsTo(viewer) })
  const isProven = and(eq(users.id, viewer.identityId), isNotNull(users.emailProvenAt))
  return {
    invitations: rows.map(toInvitation),
    total,
    isAddressProven: (await db.$count(users, isProven)) > 0,
    canProve: mail.isConfigured,
  }
}

export async function listSent(
  db: Db,
  viewer: Viewer,
  { query }: Input<typeof sentInvitations>,
): Promise<Reply<typeof sentInvitations>> {
  const { rows, total } = await page(db, { query, where: invitationsFrom(viewer) })
  return { invitations: rows.map(toSent), total }
}
