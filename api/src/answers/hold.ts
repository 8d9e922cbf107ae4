import { permissions } from '@carewatch/contracts/permissions'
import type { InvitationKind } from '@carewatch/contracts/invitations'
import { Refusal } from '@carewatch/contracts/refusal'
import type { Role } from '@carewatch/contracts/roles'
import type { Db } from '@carewatch/platform/database/client'
import { invitations } from '@carewatch/migrations/schema/invitations'
import { users } from '@carewatch/migrations/schema/people'
import { and, eq, type SQL, sql } from 'drizzle-orm'
import { loadViewer, type Viewer } from '../access/viewer.ts'
import { holdDevices } from '../assignments/hold.ts'
import { seen, type Seen } from '../access/seen.ts'

export type InvitationRow = Seen<typeof invitations.$inferSelect>

export const isLapsed = sql<boolean>`(${invitations.status} = 'OPEN' and ${invitations.lapsesAt} <= now())`

/** The device that an invitation is about, held until the transaction ends. */
export async function holdOffered(tx: Db, which: SQL | undefined): Promise<void> {
  const found = await tx.select({ deviceId: invitations.deviceId }).from(invitations).where(which)
  await holdDevices(
    tx,
    found.flatMap(({ deviceId }) => deviceId ?? []),
  )
}

/** An invitation that waits for its answer, held until the transaction ends: of two answers at once the second finds it answered. */
export async function holdOpen(tx: Db, which: SQL | undefined): Promise<InvitationRow> {
  const [row] = await tx.select(seen(invitations)).from(invitations).where(which).for('update')
  if (!row) throw new Refusal('notFound')
  if (row.status === 'WITHDRAWN') throw new Refusal('conflict', 'invitationWithdrawn')
  if (row.status === 'LAPSED') throw new Refusal('conflict', 'invitationLapsed')
  if (row.status !== 'OPEN') throw new Refusal('conflict', 'invitationAnswered')
  const late = await tx.$count(invitations, and(eq(invitations.id, row.id), isLapsed))
  if (late > 0) throw new Refusal('conflict', 'invitationLapsed')
  return row
}

const mayAsk: Record<InvitationKind, readonly Role[]> = {
  ONBOARDING: permissions.decideOnboarding,
  OWNER: permissions.manageDevices,
  RELATIVE: permissions.manageRelatives,
  ACCOUNT: permissions.createUsers,
}

/** Whoever asked, if they might ask it today too. */
export async function askerOf(tx: Db, { askedById, kind }: InvitationRow): Promise<Viewer> {
  const [person] = await tx.select({ uuid: users.uuid }).from(users).where(eq(users.id, askedById))
  const asker = person && (await loadViewer(tx, person.uuid))
  if (!asker || !mayAsk[kind].includes(asker.role)) throw new Refusal('conflict', 'invitationNoRight')
  return asker
}
