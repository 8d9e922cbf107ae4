import { invitations } from '@carewatch/migrations/schema/invitations'
import type { Db } from '@carewatch/platform/database/client'
import { and, asc, eq, inArray, type SQL } from 'drizzle-orm'
import { isAmong } from '../http/among.ts'

/** Those that wait for an answer are asked no longer; held in the order of their ids, as by everybody who withdraws several. */
async function withdraw(tx: Db, which: SQL | undefined): Promise<void> {
  const open = await tx
    .select({ id: invitations.id })
    .from(invitations)
    .where(and(which, eq(invitations.status, 'OPEN')))
    .orderBy(asc(invitations.id))
    .for('update')
  const now = new Date()
  await tx
    .update(invitations)
    .set({ status: 'WITHDRAWN', answeredAt: now, updatedAt: now })
    .where(
      isAmong(
        invitations.id,
        open.map(({ id }) => id),
      ),
    )
}

/** Of a device one owner is asked at a time: who was asked before is asked no longer. */
export const withdrawOwners = (tx: Db, deviceId: number): Promise<void> =>
  withdraw(tx, and(eq(invitations.deviceId, deviceId), inArray(invitations.kind, ['OWNER', 'ONBOARDING'])))

/** Whoever is a relative no longer is asked no longer. */
export const withdrawRelative = (tx: Db, relativeId: number): Promise<void> =>
  withdraw(tx, eq(invitations.relativeId, relativeId))

/** A device goes to another person, to none, or to another company: what was asked about it was about who wore it, and there. */
export const withdrawAbout = (tx: Db, deviceId: number): Promise<void> =>
  withdraw(tx, eq(invitations.deviceId, deviceId))

/** Who was responsible for a device no longer is: what they asked of their family is no longer theirs to give. */
export const withdrawAskedOf = (tx: Db, { deviceId, askedById }: { deviceId: number; askedById: number }) =>
  withdraw(tx, and(eq(invitations.deviceId, deviceId), eq(invitations.askedById, askedById)))

/** Who leaves a company, or altogether, gives nothing there any more. */
export const withdrawAskedBy = (tx: Db, userId: number): Promise<void> =>
  withdraw(tx, eq(invitations.askedById, userId))
