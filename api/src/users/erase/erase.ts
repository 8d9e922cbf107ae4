import type { Db } from '@carewatch/platform/database/client'
import { deliveries } from '@carewatch/migrations/schema/alarms'
import { bookmarks, devices, relatives } from '@carewatch/migrations/schema/devices'
import { fleetJobs } from '@carewatch/migrations/schema/fleet'
import { keptRelatives, wearers } from '@carewatch/migrations/schema/wearers'
import { invitations } from '@carewatch/migrations/schema/invitations'
import { telegramLinks } from '@carewatch/migrations/schema/escalation'
import { figureMails } from '@carewatch/migrations/schema/figure-mails'
import { passkeys } from '@carewatch/migrations/schema/passkeys'
import { sessions, uploads, users } from '@carewatch/migrations/schema/people'
import { asItself } from '@carewatch/platform/database/as-itself'
import { and, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import { audit } from '../../access/audit.ts'
import { endSessions } from '../../access/sessions.ts'
import type { Caller } from '../../access/viewer.ts'
import { leavePosts } from '../leave-posts.ts'
import { forgetNumber, releaseDevices } from './devices.ts'
import { hasOthers, isErasedEverywhere, leaveIdentity } from '../others-of.ts'
import { eraseFromFiles, eraseFromTexts, eraseFromTextsAbout } from './texts.ts'
import type { Person } from '../find-user.ts'
import { seen } from '../../access/seen.ts'

/** Every column of a person that says who they are; what is left is which role somebody had where. */
const nobody = (uuid: string) =>
  ({
    firstName: 'Erased',
    lastName: '',
    userName: `erased-${uuid}`,
    email: `${uuid}@erased.invalid`,
    passwordHash: null,
    passwordResetHash: null,
    passwordResetExpiresAt: null,
    newEmail: null,
    newEmailHash: null,
    newEmailExpiresAt: null,
    emailProvenAt: null,
    totpSecret: null,
    totpEnabledAt: null,
    contactNumber: null,
    countryCode: null,
    imageUrl: null,
    supervisorId: null,
    heightCm: null,
    weightKg: null,
    gender: null,
    smoking: null,
    dob: null,
    address: null,
    telegramUserName: null,
    telegramChatId: null,
    telegramStatus: 'NONE',
    sendSms: false,
    isActive: false,
  }) as const satisfies Partial<typeof users.$inferInsert>

async function eraseFiles(tx: Db, userId: number): Promise<void> {
  // The photo of somebody under care is theirs, whoever took it.
  const sent = and(eq(uploads.userId, userId), isNull(uploads.wearerUuid))
  const theirs = or(sent, eq(uploads.ofUserId, userId))
  const gone = await tx.delete(uploads).where(theirs).returning({ uuid: uploads.uuid })
  const locations = gone.map(({ uuid }) => `/api/upload/${uuid}`)
  if (locations.length === 0) return
  // unscoped: a picture that was theirs is gone from every account that it hung on
  await tx.update(users).set({ imageUrl: null }).where(inArray(users.imageUrl, locations))
  // unscoped: and from every device
  await tx.update(devices).set({ imageUrl: null }).where(inArray(devices.imageUrl, locations))
}

/** The company that erases its own account of somebody who works elsewhere too: what others have of them is not its. */
type Within = { companyId: number | null } | undefined

const inHouse = (within: Within): SQL | undefined =>
  within &&
  sql`${relatives.deviceId} in (select ${devices.id} from ${devices} where ${devices.companyId} is not distinct from ${within.companyId})`

const keptInHouse = (within: Within): SQL | undefined =>
  within &&
  sql`${keptRelatives.wearerId} in (select ${wearers.id} from ${wearers} where ${wearers.companyId} is not distinct from ${within.companyId})`

/** By their account or, in the house that erases them, by their address or number. */
const isThem = (
  { id, email, contactNumber }: Person,
  contacts: typeof relatives | typeof keptRelatives,
  isTheirHouse: SQL | undefined,
): SQL | undefined => {
  const isNumber = contactNumber === null ? undefined : eq(contacts.phone, contactNumber)
  const isNamed = or(sql`lower(${contacts.email}) = ${email.toLowerCase()}`, isNumber)
  return or(eq(contacts.userId, id), and(isNamed, isTheirHouse))
}

async function eraseContacts(tx: Db, person: Person, within: Within): Promise<void> {
  const { id, email, contactNumber } = person
  // Invitations before the entries of a phonebook, as whoever answers them.
  const isAsked = within && sql`${invitations.companyId} is not distinct from ${within.companyId}`
  const isInvited = or(eq(invitations.userId, id), and(eq(invitations.email, email.toLowerCase()), isAsked))
  // unscoped: whoever is erased was asked by their address, by anybody
  await tx.delete(invitations).where(isInvited)
  // unscoped: whoever is erased is erased from every phonebook that has their address or number
  await tx.delete(relatives).where(isThem(person, relatives, inHouse(within)))
  // unscoped: and from what is kept of one
  await tx.delete(keptRelatives).where(isThem(person, keptRelatives, keptInHouse(within)))
  await tx.update(bookmarks).set({ label: '' }).where(eq(bookmarks.userId, id))
  await forgetNumber(tx, contactNumber, within)
}

/** Where messages to them went: a chat's number is theirs. */
async function eraseMessages(tx: Db, userId: number): Promise<void> {
  await tx.delete(telegramLinks).where(eq(telegramLinks.userId, userId))
  await tx.update(deliveries).set({ providerId: null, shows: null }).where(eq(deliveries.userId, userId))
}

/** What they had done with many devices, and from which address: what is left of it is not done, for nobody asks for it any more. */
const eraseJobs = (tx: Db, userId: number) =>
  asItself(tx, () => tx.delete(fleetJobs).where(eq(fleetJobs.userId, userId)))

async function eraseRow(tx: Db, id: number): Promise<void> {
  const [row] = await tx.select(seen(users)).from(users).where(eq(users.id, id))
  if (!row) return
  await tx.delete(passkeys).where(eq(passkeys.userId, id))
  await asItself(tx, () => tx.delete(figureMails).where(eq(figureMails.userId, id)))
  const now = new Date()
  await tx
    .update(users)
    .set({ ...nobody(row.uuid), deletedAt: row.deletedAt ?? now, erasedAt: now, updatedAt: now })
    .where(eq(users.id, id))
}

/** Forgets a person for good. Readings and the audit log stay: nothing in them says whose they were. */
export async function forgetUser(tx: Db, caller: Caller, person: Person): Promise<void> {
  const deviceIds = await releaseDevices(tx, caller, person.id)
  // Where they work elsewhere too it is this company's account that is erased, and what this company knows.
  const within = (await hasOthers(tx, person)) ? { companyId: person.companyId } : undefined
  await eraseContacts(tx, person, within)
  await eraseFiles(tx, person.id)
  await eraseMessages(tx, person.id)
  await eraseJobs(tx, person.id)
  if (within) await eraseFromTextsAbout(tx, person, deviceIds)
  else await eraseFromTexts(tx, person, deviceIds)
  await eraseFromFiles(tx, person)
  await leavePosts(tx, person.id)
  // Ended first, so that open screens hear of it.
  await endSessions(tx, person.id)
  await tx.delete(sessions).where(eq(sessions.userId, person.id))
  await leaveIdentity(tx, person)
  if (await isErasedEverywhere(tx, person)) await eraseRow(tx, person.identityId ?? 0)
  await eraseRow(tx, person.id)
  const { uuid, companyId } = person
  const detail = { devices: deviceIds.length }
  await audit(tx, caller, { action: 'erased', entity: 'user', uuid, companyId, detail })
}
