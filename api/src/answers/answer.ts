import type { Invitation } from '@carewatch/contracts/http/invitations'
import { Refusal } from '@carewatch/contracts/refusal'
import { invitations } from '@carewatch/migrations/schema/invitations'
import { users } from '@carewatch/migrations/schema/people'
import type { Db } from '@carewatch/platform/database/client'
import { forCompany } from '@carewatch/platform/database/company-scope'
import { and, eq } from 'drizzle-orm'
import { audit } from '../access/audit.ts'
import { accountsOf } from '../access/identity.ts'
import type { Caller } from '../access/viewer.ts'
import { invitationsFrom, invitationsTo } from '../access/visible-invitations.ts'
import { hashOfToken } from '../auth/set-password.ts'
import { orTaken } from '../auth/taken.ts'
import type { Services } from '../services.ts'
import { gifts } from './gifts.ts'
import { askerOf, holdOffered, holdOpen, type InvitationRow } from './hold.ts'
import { accountFor, holdHere } from './account.ts'
import { holdMe, type Me } from './me.ts'
import { invitationById } from './rows.ts'
import { seen } from '../access/seen.ts'

type Answered = 'ACCEPTED' | 'REFUSED' | 'WITHDRAWN'

const actions = { ACCEPTED: 'approved', REFUSED: 'rejected', WITHDRAWN: 'cancelled' } as const

async function close(
  tx: Db,
  caller: Caller,
  { row, status, accountId }: { row: InvitationRow; status: Answered; accountId: number | null },
): Promise<void> {
  const now = new Date()
  const userId = accountId ?? row.userId
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

/** In the log of the company that asked it is its own account that says yes: of another it learns nothing. */
const actingAs = (caller: Caller, { id, uuid, companyId, role }: Me): Caller =>
  id === caller.id ? caller : { ...caller, id, uuid, companyId, role }

/** Exactly what was asked, or nothing of it. Answers which of their accounts took it. */
async function accept({ db, seal }: Services, caller: Caller, uuid: string) {
  const { id, accountUuid } = await db.transaction(async (tx) => {
    // As everybody: the account, the device and who wears it, the invitation.
    const { me: answering, identity } = await holdMe(tx, caller)
    const isIt = and(eq(invitations.uuid, uuid), invitationsTo({ identityId: identity.id }))
    const [asked] = await tx.select(seen(invitations)).from(invitations).where(isIt)
    const here = asked && (await holdHere(tx, answering, asked))
    await holdOffered(tx, isIt)
    const row = await holdOpen(tx, isIt)
    const asker = await askerOf(tx, row)
    const person = { ...answering, email: identity.email }
    const { me, isNew } = await accountFor(tx, seal, { me: person, here, asked: row })
    const who = actingAs(caller, me)
    if (isNew) await traceMade(tx, who)
    await gifts[row.kind](tx, { caller: who, me, isNew, email: identity.email, row, asker })
    await close(tx, who, { row, status: 'ACCEPTED', accountId: me.id })
    return { id: row.id, accountUuid: me.uuid }
  })
  return { ...(await invitationById(db, id)), accountUuid }
}

const traceMade = (tx: Db, who: Caller): Promise<void> =>
  audit(tx, who, { action: 'created', entity: 'user', uuid: who.uuid })

/** For everybody's rows: what is asked may be another company's than theirs. */
export const acceptInvitation = (services: Services, caller: Caller, uuid: string) =>
  forCompany(undefined, () => orTaken(accept(services, caller, uuid)))

export async function refuseInvitation(db: Db, caller: Caller, uuid: string): Reply {
  const id = await db.transaction(async (tx) => {
    const row = await holdOpen(tx, and(eq(invitations.uuid, uuid), invitationsTo(caller)))
    await close(tx, caller, { row, status: 'REFUSED', accountId: caller.id })
    return row.id
  })
  return invitationById(db, id)
}

export async function withdrawInvitation(db: Db, caller: Caller, uuid: string): Promise<null> {
  await db.transaction(async (tx) => {
    const row = await holdOpen(tx, and(eq(invitations.uuid, uuid), invitationsFrom(caller)))
    await close(tx, caller, { row, status: 'WITHDRAWN', accountId: null })
  })
  return null
}

/** Whoever opened the link has the mailbox, where it was mailed; else the house gave it to them. It is of use to the account of that address alone. */
export async function claimInvitation({ db, mail }: Services, caller: Caller, token: string): Reply {
  const id = await db.transaction(async (tx) => {
    const { identity } = await holdMe(tx, caller)
    // unscoped: whoever has the link has its token, and whether it is meant for them is asked right below
    const row = await holdOpen(tx, eq(invitations.tokenHash, hashOfToken(token)))
    const isTheirs =
      row.userId === null
        ? row.email === identity.email.toLowerCase()
        : row.userId === identity.id ||
          (await tx.$count(users, and(accountsOf(identity.id), eq(users.id, row.userId)))) > 0
    if (!isTheirs) throw new Refusal('forbidden', 'invitationOther')
    const now = new Date()
    await tx
      .update(invitations)
      .set({ userId: row.userId ?? identity.id, updatedAt: now })
      .where(eq(invitations.id, row.id))
    const isProof = mail.isConfigured && row.email !== null && identity.emailProvenAt === null
    if (isProof) await tx.update(users).set({ emailProvenAt: now }).where(eq(users.id, identity.id))
    await audit(tx, caller, { action: 'viewed', entity: 'invitation', uuid: row.uuid })
    return row.id
  })
  return invitationById(db, id)
}
