import type { Invitation } from '@carewatch/contracts/http/invitations'
import { Refusal } from '@carewatch/contracts/refusal'
import { invitations } from '@carewatch/migrations/schema/invitations'
import { users } from '@carewatch/migrations/schema/people'
import type { Db } from '@carewatch/platform/database/client'
import { and, eq } from 'drizzle-orm'
import { audit } from '../access/audit.ts'
import type { Caller } from '../access/viewer.ts'
import { invitationsFrom, invitationsTo } from '../access/visible-invitations.ts'
import { hashOfToken } from '../auth/set-password.ts'
import type { Services } from '../services.ts'
import { gifts } from './gifts.ts'
import { askerOf, holdOffered, holdOpen, type InvitationRow } from './hold.ts'
import { holdMe } from './me.ts'
import { invitationById } from './rows.ts'

type Answered = 'ACCEPTED' | 'REFUSED' | 'WITHDRAWN'

const actions = { ACCEPTED: 'approved', REFUSED: 'rejected', WITHDRAWN: 'cancelled' } as const

async function close(
  tx: Db,
  caller: Caller,
  { row, status }: { row: InvitationRow; status: Answered },
): Promise<void> {
  const now = new Date()
  const userId = status === 'WITHDRAWN' ? row.userId : caller.id
  await tx
    .update(invitations)
    .set({ status, userId, answeredAt: now, updatedAt: now })
    .where(eq(invitations.id, row.id))
  const { uuid, kind } = row
  const detail = { kind }
  // Who said no is nobody whom the house that asked may learn of.
  const companyId = status === 'REFUSED' ? caller.companyId : row.companyId
  await audit(tx, caller, { action: actions[status], entity: 'invitation', uuid, companyId, detail })
}

type Reply = Promise<{ invitation: Invitation }>

/** Exactly what was asked, or nothing of it. */
export async function acceptInvitation(db: Db, caller: Caller, uuid: string): Reply {
  const id = await db.transaction(async (tx) => {
    const isIt = and(eq(invitations.uuid, uuid), invitationsTo(caller))
    // As everybody: the account, the device and who wears it, the invitation.
    const me = await holdMe(tx, caller)
    await holdOffered(tx, isIt)
    const row = await holdOpen(tx, isIt)
    const asker = await askerOf(tx, row)
    await gifts[row.kind](tx, { caller, me, row, asker })
    await close(tx, caller, { row, status: 'ACCEPTED' })
    return row.id
  })
  return invitationById(db, id)
}

export async function refuseInvitation(db: Db, caller: Caller, uuid: string): Reply {
  const id = await db.transaction(async (tx) => {
    const row = await holdOpen(tx, and(eq(invitations.uuid, uuid), invitationsTo(caller)))
    await close(tx, caller, { row, status: 'REFUSED' })
    return row.id
  })
  return invitationById(db, id)
}

export async function withdrawInvitation(db: Db, caller: Caller, uuid: string): Promise<null> {
  await db.transaction(async (tx) => {
    const row = await holdOpen(tx, and(eq(invitations.uuid, uuid), invitationsFrom(caller)))
    await close(tx, caller, { row, status: 'WITHDRAWN' })
  })
  return null
}

/** Whoever opened the link has the mailbox, where it was mailed; else the house gave it to them. It is of use to the account of that address alone. */
export async function claimInvitation({ db, mail }: Services, caller: Caller, token: string): Reply {
  const id = await db.transaction(async (tx) => {
    const me = await holdMe(tx, caller)
    // unscoped: whoever has the link has its token, and whether it is meant for them is asked right below
    const row = await holdOpen(tx, eq(invitations.tokenHash, hashOfToken(token)))
    const isTheirs = row.userId === null ? row.email === me.email.toLowerCase() : row.userId === me.id
    if (!isTheirs) throw new Refusal('forbidden', 'invitationOther')
    const now = new Date()
    await tx.update(invitations).set({ userId: me.id, updatedAt: now }).where(eq(invitations.id, row.id))
    const isProof = mail.isConfigured && row.email !== null && me.emailProvenAt === null
    if (isProof) await tx.update(users).set({ emailProvenAt: now }).where(eq(users.id, me.id))
    await audit(tx, caller, { action: 'viewed', entity: 'invitation', uuid: row.uuid })
    return row.id
  })
  return invitationById(db, id)
}
