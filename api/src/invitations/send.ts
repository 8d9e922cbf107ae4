import type { MadeInvitation } from '@carewatch/contracts/http/invitations'
import { asItself } from '@carewatch/platform/database/as-itself'
import { invitations } from '@carewatch/migrations/schema/invitations'
import { companies, users } from '@carewatch/migrations/schema/people'
import { and, eq, inArray, isNull, or } from 'drizzle-orm'
import { emailOf, hasAddress } from '../access/identity.ts'
import { type Caller, fullName } from '../access/viewer.ts'
import type { Services } from '../services.ts'
import { type Invited, isOfToday, type To } from './invite.ts'

type Parts = Pick<Services, 'db' | 'mail'>

/** So many letters a day reach one address, whoever asks, and whether the address was typed or its account was chosen: nobody's mailbox is filled by it. */
const MOST_A_DAY = 10

async function readerOf({ db }: Parts, to: To) {
  const isThey = 'email' in to ? hasAddress(to.email.toLowerCase()) : eq(users.id, to.userId)
  // unscoped: the letter is the same with an account and without, and only its mailbox reads it
  const [reader] = await asItself(db, () =>
    db
      .select({ uuid: users.uuid, email: emailOf, language: users.selectedLanguage })
      .from(users)
      .where(and(isThey, eq(users.isActive, true), isNull(users.deletedAt)))
      .limit(1),
  )
  return reader
}

async function isTooMuch({ db }: Parts, email: string): Promise<boolean> {
  const address = email.toLowerCase()
  const theirs = db.select({ id: users.id }).from(users).where(hasAddress(address))
  const isToThem = or(eq(invitations.email, address), inArray(invitations.userId, theirs))
  // unscoped: how many letters an address got is counted whoever had them sent, and said to nobody
  const letters = await asItself(db, () => db.$count(invitations, and(isToThem, isOfToday())))
  return letters > MOST_A_DAY
}

/** Who asks, as the letter says it. */
export async function askerName({ db }: Parts, caller: Caller): Promise<string> {
  const [company] = await db
    .select({ name: companies.name })
    .from(companies)
    .where(eq(companies.id, caller.companyId ?? 0))
  return company ? `${fullName(caller)}, ${company.name}` : fullName(caller)
}

/** The same letter to every address: only its mailbox tells whether there is an account. Without mail, whoever asks hands the link over. */
export async function sendInvitation(
  services: Parts,
  caller: Caller,
  { uuid, to, token }: Invited,
): Promise<MadeInvitation> {
  const { mail } = services
  if (!mail.isConfigured) return { uuid, isMailed: false, link: mail.invitationLink(token) }
  const reader = await readerOf(services, to)
  const email = 'email' in to ? to.email : (reader?.email ?? '')
  const asker = await askerName(services, caller)
  const address = { email, uuid: reader?.uuid ?? null, language: reader?.language ?? caller.selectedLanguage }
  if (!(await isTooMuch(services, email))) mail.sendInvitation(address, asker, token)
  return { uuid, isMailed: true, link: null }
}
