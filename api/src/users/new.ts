import type { Input, Reply } from '@carewatch/contracts/http/endpoint'
import type { newUser as contract } from '@carewatch/contracts/http/users'
import { Refusal } from '@carewatch/contracts/refusal'
import { users } from '@carewatch/migrations/schema/people'
import { and, isNull, sql } from 'drizzle-orm'
import { audit } from '../access/audit.ts'
import type { Caller } from '../access/viewer.ts'
import { PASSWORD_HOURS } from '../mail/mail.ts'
import type { Services } from '../services.ts'
import { invite } from '../invitations/invite.ts'
import { sendInvitation } from '../invitations/send.ts'
import { userById } from './detail.ts'
import { columnsOf } from './fields.ts'
import { answerOf, firstPassword } from './first-password.ts'
import { findVisibleUser, isOfCompany } from './find-user.ts'
import { findPlace } from './place.ts'
import { refuseRole } from './rights.ts'
import { supervisorIdOf } from './supervisor.ts'
import { refuseOthersAddress } from './user-name.ts'
import { orTaken } from '../auth/taken.ts'

type Body = Input<typeof contract>['body']

async function rowOf({ db }: Services, caller: Caller, body: Body) {
  const { role, firstName, userName, email, userType } = body
  refuseRole(caller, role)
  refuseOthersAddress(userName, { email, userName: email })
  const place = await findPlace(db, caller, { asked: body, role })
  // Whom a supervisor takes in, they look after.
  const usual = caller.role === 'SUPERVISOR' && role === 'OWNER' ? 'currentUser' : null
  const key = body.supervisorId === undefined ? usual : body.supervisorId
  const { companyId } = place
  const supervisorId = await supervisorIdOf(db, caller, { key, companyId, field: 'supervisorId' })
  const columns = columnsOf(body)
  return {
    ...columns,
    lastName: body.lastName ?? '',
    firstName,
    userName,
    email,
    userType,
    role,
    supervisorId,
    ...place,
  }
}

type Row = Awaited<ReturnType<typeof rowOf>>

/** Whether whoever has this address is asked instead, so that nobody learns whether they have an account: administrators see every account anyhow, and without mail nobody could make theirs. */
async function isToBeAsked(
  { db, mail }: Services,
  caller: Caller,
  { email, companyId }: Row,
): Promise<boolean> {
  const known = await findVisibleUser(db, caller, email)
  const isIt = known?.email.toLowerCase() === email.toLowerCase()
  if (known && isIt && isOfCompany(caller, known, { companyId })) throw new Refusal('conflict', 'emailTaken')
  if (mail.isConfigured && caller.role !== 'ADMIN') return true
  const hasIt = and(sql`lower(${users.email}) = ${email.toLowerCase()}`, isNull(users.deletedAt))
  // unscoped: who comes here sees every account, or has no mail by which an owner could be asked
  return (await db.$count(users, hasIt)) > 0
}

const NO_PASSWORD = { score: 0, isCommon: false }

async function inviteUser(services: Services, caller: Caller, row: Row): Promise<Reply<typeof contract>> {
  const { email, role, companyId, branchId, supervisorId } = row
  const gift = { role, companyId, branchId, supervisorId }
  const asked = { kind: 'ACCOUNT', to: { email }, companyId, gift } as const
  const invited = await services.db.transaction((tx) => invite(tx, caller, asked))
  const invitation = await sendInvitation(services, caller, invited)
  const { isMailed } = invitation
  return { user: null, password: null, isMailed, strength: NO_PASSWORD, invitation }
}

/** Makes an account. Its first password is somebody else's: it must be changed, and soon. */
export async function newUser(
  services: Services,
  caller: Caller,
  body: Body,
): Promise<Reply<typeof contract>> {
  const { db, mail } = services
  const row = await rowOf(services, caller, body)
  if (await isToBeAsked(services, caller, row)) return inviteUser(services, caller, row)
  const choice = { person: row, chosen: body.password, field: 'password' } as const
  const first = await firstPassword(services, caller, choice)
  const made = await orTaken(
    db.transaction(async (tx) => {
      const [person] = await tx
        .insert(users)
        .values({
          ...row,
          passwordHash: first.hash,
          mustChangePassword: true,
          passwordExpiresAt: sql`now() + ${PASSWORD_HOURS} * interval '1 hour'`,
        })
        .returning()
      if (!person) throw new Refusal('unavailable')
      const { uuid, companyId } = person
      const detail = { role: row.role }
      await audit(tx, caller, { action: 'created', entity: 'user', uuid, companyId, detail })
      return person
    }),
  )
  mail.sendFirstPassword(made, 'account', first.mailed)
  return { ...answerOf(first), user: await userById(db, caller, made.id), invitation: null }
}
