import type { Db } from '@carewatch/platform/database/client'
import { makeCredential } from '@carewatch/platform/credentials/device-credentials'
import { hashPassword } from '@carewatch/platform/credentials/password'
import { apiKeys } from './schema/api-keys.ts'
import { webhooks } from './schema/webhooks.ts'
import { devices, deviceStatus, watchSettings } from './schema/devices.ts'
import { passkeys } from './schema/passkeys.ts'
import { branches, companies, sessions, users } from './schema/people.ts'
import { rejectedMessages } from './schema/readings.ts'
import { beacons, gateways, rooms } from './schema/rooms.ts'
import { eq } from 'drizzle-orm'

type New<Table extends { $inferInsert: object }> = Partial<Table['$inferInsert']>

let made = 0
/** A text no other row of the suite's own database has, nor as a part of its own. */
const unique = (prefix: string): string => `${prefix}${String(++made).padStart(5, '0')}`

/** Far from the one before, and never twice. */
const spread = (bits: number): bigint => (BigInt(++made) * 0x9e37_79b9_7f4a_7c15n) % 2n ** BigInt(bits)

const one = <Row>(rows: Row[]): Row => {
  const [row] = rows
  if (!row) throw new Error('The insert answered no row.')
  return row
}

export const uniqueImei = (): string => String(100_000_000_000_000n + spread(47))

export const createCompany = async (db: Db, values: New<typeof companies> = {}) =>
  one(
    await db
      .insert(companies)
      .values({ name: unique('Company '), code: unique('C'), ...values })
      .returning(),
  )

export const createBranch = async (db: Db, companyId: number, values: New<typeof branches> = {}) =>
  one(
    await db
      .insert(branches)
      .values({ companyId, name: unique('Branch '), code: unique('B'), ...values })
      .returning(),
  )

export const TEST_PASSWORD = 'carewatch'
let passwordHash: Promise<string> | undefined

type NewUser = New<typeof users>

/** Several at once, by one statement. */
export async function createUsers(db: Db, people: NewUser[]) {
  passwordHash ??= hashPassword(TEST_PASSWORD)
  const hash = await passwordHash
  const rows = people.map((values) => {
    const userName = unique('user')
    return {
      firstName: 'Test',
      lastName: userName,
      userName,
      email: `${userName}@carewatch.test`,
      role: 'ADMIN' as const,
      passwordHash: hash,
      ...values,
    }
  })
  return db.insert(users).values(rows).returning()
}

export const createUser = async (db: Db, values: NewUser = {}) => one(await createUsers(db, [values]))

/** One more account of somebody, at another company: both sign in by a row of their own from then on. */
export async function createAccount(db: Db, { id }: { id: number }, values: New<typeof users> = {}) {
  const person = one(await db.select().from(users).where(eq(users.id, id)))
  const nowhere = () => ({ email: `${unique('linked')}@linked.invalid`, passwordHash: null })
  const { email, passwordHash, contactNumber, telegramChatId, telegramStatus } = person
  const identity = person.identityId
    ? { id: person.identityId }
    : await createUser(db, { ...nowhere(), userName: unique('identity'), role: 'USER' })
  if (person.identityId === null) {
    const signsIn = { ...nowhere(), identityId: identity.id }
    await db.update(users).set(signsIn).where(eq(users.id, id))
    await db
      .update(users)
      .set({ email, passwordHash, identityId: identity.id })
      .where(eq(users.id, identity.id))
  }
  const { firstName, lastName, selectedLanguage, sendSms, quietFrom, quietTo } = person
  const own = {
    firstName,
    lastName,
    selectedLanguage,
    contactNumber,
    sendSms,
    telegramChatId,
    telegramStatus,
  }
  return createUser(db, {
    ...own,
    quietFrom,
    quietTo,
    ...nowhere(),
    identityId: identity.id,
    ...values,
  })
}

/** A sign-in of each of them, good for a day. */
export const createSessions = (db: Db, userIds: number[], values: New<typeof sessions> = {}) =>
  db
    .insert(sessions)
    .values(userIds.map((userId) => ({ userId, expiresAt: new Date(Date.now() + 86_400_000), ...values })))
    .returning()

export const createSession = async (db: Db, userId: number, values: New<typeof sessions> = {}) =>
  one(await createSessions(db, [userId], values))

/** A passkey that nobody can sign with. */
export const createPasskey = async (db: Db, userId: number, values: Partial<New<typeof passkeys>> = {}) =>
  one(
    await db
      .insert(passkeys)
      .values({
        userId,
        credentialId: crypto.randomUUID(),
        userHandle: 'AA',
        publicKey: Buffer.alloc(1),
        counter: 0,
        name: 'Telephone',
        ...values,
      })
      .returning(),
  )

/** A key that nobody has the secret of, and the row by which it is named. */
export async function createApiKey(
  db: Db,
  values: New<typeof apiKeys> & Pick<typeof apiKeys.$inferInsert, 'companyId' | 'createdById'>,
) {
  const named = { companyId: values.companyId, isActive: false, deletedAt: new Date() }
  const { id: userId } = await createUser(db, { role: 'USER', ...named })
  const publicId = crypto.randomUUID()
  const row = { userId, name: 'Ward system', publicId, secretHash: '', scopes: [], ...values }
  return one(await db.insert(apiKeys).values(row).returning())
}

type NewWebhook = Pick<typeof webhooks.$inferInsert, 'companyId' | 'createdById' | 'apiKeyId'>

/** A webhook whose secret nobody has. */
export async function createWebhook(db: Db, values: New<typeof webhooks> & NewWebhook) {
  const row = { url: 'https://example.org', topics: ['alarms' as const], secretLocked: Buffer.alloc(1) }
  return one(
    await db
      .insert(webhooks)
      .values({ ...row, ...values })
      .returning(),
  )
}

/** A registered device, its settings and status rows, and the password it signs in with. */
export async function createDevice(
  db: Db,
  values: New<typeof devices> = {},
  settings: New<typeof watchSettings> = {},
) {
  const { password, hash } = makeCredential()
  const device = one(
    await db
      .insert(devices)
      .values({
        imei: uniqueImei(),
        imsi: '425010000000001',
        name: unique('Watch '),
        deviceModel: 'native',
        credentialHash: hash,
        ...values,
      })
      .returning(),
  )
  await db.insert(watchSettings).values({ deviceId: device.id, ...settings })
  await db.insert(deviceStatus).values({ deviceId: device.id })
  return { ...device, password }
}

export const uniqueMac = (): string => spread(48).toString(16).padStart(12, '0')

export const createRoom = async (db: Db, branchId: number, values: New<typeof rooms> = {}) =>
  one(
    await db
      .insert(rooms)
      .values({ branchId, name: unique('Room '), ...values })
      .returning(),
  )

export const createGateway = async (db: Db, values: New<typeof gateways> = {}) => {
  const { password, hash } = makeCredential()
  const gateway = one(
    await db
      .insert(gateways)
      .values({ name: unique('Gateway '), mac: uniqueMac(), credentialHash: hash, ...values })
      .returning(),
  )
  return { ...gateway, password }
}

export const createBeacon = async (db: Db, values: New<typeof beacons> = {}) =>
  one(
    await db
      .insert(beacons)
      .values({ name: unique('Beacon '), mac: uniqueMac(), deviceType: 'TAG', ...values })
      .returning(),
  )

type NewRejected = New<typeof rejectedMessages> & { line?: string }

/** A message of a kind that nobody knows, or `line` for what else a watch said. */
export const createRejectedMessage = async (db: Db, { line = 'IWAPZQ,1,2#', ...values }: NewRejected = {}) =>
  one(
    await db
      .insert(rejectedMessages)
      .values({
        topic: 'tcp/watch-iw',
        format: 'watch-iw',
        opcode: 'APZQ',
        reason: 'unknownMessage',
        detail: 'APZQ',
        payload: Buffer.from(line),
        ...values,
      })
      .returning(),
  )
