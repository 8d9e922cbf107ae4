import type { register as contract } from '@carewatch/contracts/http/auth'
import type { Input, Reply } from '@carewatch/contracts/http/endpoint'
import { Refusal } from '@carewatch/contracts/refusal'
import { users } from '@carewatch/migrations/schema/people'
import { and, eq, isNull, or, sql } from 'drizzle-orm'
import { audit } from '../access/audit.ts'
import { requirePhone } from '../http/phone.ts'
import type { Stranger } from '../http/serve.ts'
import { orTaken } from './taken.ts'
import type { Services } from '../services.ts'
import { mask } from './mask.ts'
import { keepToken, newToken } from './set-password.ts'

type Body = Input<typeof contract>['body']

const sameText = (column: typeof users.email | typeof users.userName, text: string) =>
  sql`lower(${column}) = ${text.toLowerCase()}`

function newcomer({ firstName, lastName, email, contactNumber, countryCode, ...body }: Body) {
  const phone = contactNumber
    ? requirePhone(contactNumber, { country: countryCode, field: 'contactNumber' })
    : {}
  const userName = body.userName ?? email
  const { selectedLanguage } = body
  const person = { firstName, lastName: lastName ?? '', email, userName, ...phone }
  return {
    ...person,
    role: 'USER' as const,
    userType: 'WATCH' as const,
    ...(selectedLanguage && { selectedLanguage }),
  }
}
type Newcomer = ReturnType<typeof newcomer>

/**
 * Where mail is sent, the password is chosen by the link of a mail: an account that worked at once would tell, by signing in to it, whether the address had one.
 * Without mail nobody could be told, and whoever comes second hears that the address is taken.
 */
export async function register(
  services: Services,
  body: Body,
  stranger: Stranger,
): Promise<Reply<typeof contract>> {
  const { mail, passwords } = services
  const person = newcomer(body)
  const { firstName, lastName, email, userName } = person
  const words = [firstName, lastName, email, userName]
  const { language } = stranger
  const strength = await passwords.rate(body.password, { role: 'USER', words, language, field: 'password' })
  const given = { ...person, selectedLanguage: body.selectedLanguage ?? language }
  if (mail.isConfigured) await registerByMail(services, given, stranger)
  else
    await registerAtOnce(services, { ...given, passwordHash: await passwords.hash(body.password) }, stranger)
  return { email: mask(email), confirmByMail: mail.isConfigured, strength }
}

async function registerAtOnce(
  { db }: Services,
  person: Newcomer & { passwordHash: string },
  { address }: Stranger,
): Promise<void> {
  await orTaken(
    db.transaction(async (tx) => {
      const [made] = await tx.insert(users).values(person).returning({ id: users.id, uuid: users.uuid })
      if (!made) throw new Refusal('unavailable')
      const who = { id: made.id, companyId: null, address }
      await audit(tx, who, { action: 'created', entity: 'user', uuid: made.uuid })
    }),
  )
}

/** A user name that is taken gives way to the address: else it would tell which of two addresses was new. */
async function registerByMail(
  { db, mail }: Services,
  person: Newcomer,
  { address }: Stranger,
): Promise<void> {
  const token = newToken()
  const isTaken = or(sameText(users.userName, person.userName), sameText(users.email, person.userName))
  const made = await db.transaction(async (tx) => {
    const [holder] = await tx
      .select({ id: users.id })
      .from(users)
      .where(and(isTaken, isNull(users.deletedAt)))
    const userName = holder ? person.email : person.userName
    const [row] = await tx
      .insert(users)
      .values({ ...person, userName })
      .onConflictDoNothing()
      .returning()
    await keepToken(tx, row?.id ?? 0, token)
    const who = { id: null, companyId: null, address }
    await audit(tx, who, { action: 'created', entity: 'user', uuid: row?.uuid, detail: { isNew: !!row } })
    return row
  })
  if (made) return mail.sendRegistered(made, token)
  const [owner] = await db
    .select()
    .from(users)
    .where(and(sameText(users.email, person.email), eq(users.isActive, true), isNull(users.deletedAt)))
  // What they sign in to several companies by has no name but its address.
  if (owner)
    mail.sendAccountExists(owner.identityId === owner.id ? { ...owner, userName: owner.email } : owner)
}
