import { defaultChains } from '@carewatch/contracts/escalation'
import { relatives } from '@carewatch/migrations/schema/devices'
import { channelStates, duties, escalationChains } from '@carewatch/migrations/schema/escalation'
import { assignments } from '@carewatch/migrations/schema/wearers'
import { users } from '@carewatch/migrations/schema/people'
import { recipientsIf } from '@carewatch/platform/escalation/recipients'
import { unreached } from '@carewatch/platform/escalation/unreached'
import { eq, inArray } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createCompanyFixture, type CompanyFixture, minutesAgo } from '../testing/fixtures.ts'
import { type Harness, startHarness } from '../testing/harness.ts'

let harness: Harness
let pool: pg.Pool
let fixture: CompanyFixture
beforeAll(async () => {
  harness = await startHarness()
  pool = new pg.Pool({ connectionString: harness.url, max: 1 })
})
afterAll(async () => {
  await pool.end()
  await harness.close()
})
beforeEach(async () => {
  fixture = await createCompanyFixture(harness)
  await harness.db.delete(channelStates)
  await harness.db.insert(channelStates).values({ channel: 'EMAIL' })
})

const ask = async (token = fixture.people.MANAGER.token) =>
  harness.call('GET', `/escalation/unreached/${fixture.branch.uuid}`, { token })
/** Of whom it would reach nobody, and of how many screens alone. */
const found = async (token?: string) => {
  const { context } = await ask(token)
  const names = context.watches.map(({ wearer }: { wearer: { name: string } }) => wearer.name)
  expect(names).toHaveLength(context.total)
  return [...names, context.onScreensAlone]
}
const leave = (...roles: ('MANAGER' | 'SUPERVISOR' | 'RELATIVE')[]) =>
  harness.db
    .update(users)
    .set({ isActive: false })
    .where(
      inArray(
        users.id,
        roles.map((role) => fixture.people[role].id),
      ),
    )

it('nothing is said where somebody is reached', async () => {
  expect(await found()).toEqual([0])
})

it('a house in which nobody has a channel that works has nothing but its screens', async () => {
  await harness.db.delete(channelStates)
  expect(await found()).toEqual([1])
  // An engine that died has none.
  await harness.db.insert(channelStates).values({ channel: 'EMAIL', seenAt: minutesAgo(5) })
  expect(await found()).toEqual([1])
})

it('a watch of which everybody left reaches nobody, as the engine would find', async () => {
  const { device } = fixture
  await leave('SUPERVISOR', 'RELATIVE')
  expect(await found()).toEqual([0])
  const manager = await harness.db
    .update(users)
    .set({ role: 'USER' })
    .where(eq(users.id, fixture.people.MANAGER.id))
    .returning()
  expect(manager).toHaveLength(1)
  const admin = fixture.people.ADMIN.token
  expect((await ask(admin)).context.watches).toMatchObject([{ uuid: device.uuid, from: null }])
  expect(await recipientsIf(pool, { deviceId: device.id }, ['SUPERVISOR', 'NURSES', 'MANAGER'])).toEqual([])
  // A neighbour with a number, of whom no message comes to; then with an address.
  await harness.db
    .insert(relatives)
    .values({ deviceId: device.id, name: 'Gad', phone: '+972541234567', smsAlerts: true })
  expect(await found(admin)).toEqual([1])
  await harness.db.update(relatives).set({ email: 'gad@carewatch.test' }).where(eq(relatives.name, 'Gad'))
  expect(await found(admin)).toEqual([0])
  await harness.db.delete(relatives).where(eq(relatives.name, 'Gad'))
  // In a drawer it calls nobody.
  await harness.db.delete(assignments).where(eq(assignments.deviceId, device.id))
  expect(await found(admin)).toEqual([0])
})

it('is said before the last duty ends, from when on', async () => {
  const { branch, people, company } = fixture
  const chain = {
    ...defaultChains.EMERGENCY,
    steps: [{ afterSeconds: 0, who: ['NURSES' as const], channels: ['EMAIL' as const] }],
  }
  await harness.db.insert(escalationChains).values({ companyId: company.id, family: 'EMERGENCY', chain })
  const duty = (fromAt: number, toAt: number) =>
    harness.db.insert(duties).values({
      branchId: branch.id,
      userId: people.SUPERVISOR.id,
      fromAt: minutesAgo(-fromAt),
      toAt: minutesAgo(-toAt),
    })
  await duty(-60, 120)
  const { context } = await ask()
  const inMinutes = (Date.parse(context.watches[0]?.from) - Date.now()) / 60_000
  expect([context.total, Math.round(inMinutes)]).toEqual([1, 120])
  await duty(110, 30 * 60)
  expect(await found()).toEqual([0])
})

it('is a chain’s: one that names nobody who is there reaches nobody, and that of the branch comes first', async () => {
  const { branch, company } = fixture
  const to = (who: 'OWNER' | 'RELATIVES_LOW' | 'SUPERVISOR') => ({
    ...defaultChains.EMERGENCY,
    steps: [{ afterSeconds: 0, who: [who], channels: ['EMAIL' as const] }],
  })
  const place = { companyId: company.id, family: 'EMERGENCY' as const }
  await harness.db.insert(escalationChains).values({ ...place, chain: to('RELATIVES_LOW') })
  expect(await found()).toEqual(['Wilma', 0])
  await harness.db.insert(escalationChains).values({ ...place, branchId: branch.id, chain: to('SUPERVISOR') })
  expect(await found()).toEqual([0])
})

it('is a step’s too: who has no channel that it names is not reached by it', async () => {
  const { company } = fixture
  const by = (channel: 'PUSH' | 'EMAIL') => ({
    ...defaultChains.EMERGENCY,
    steps: [
      { afterSeconds: 0, who: ['SUPERVISOR' as const], channels: [channel] },
      { afterSeconds: 60, who: ['OWNER' as const], channels: ['SMS' as const] },
    ],
  })
  const place = { companyId: company.id, family: 'EMERGENCY' as const }
  const [set] = await harness.db
    .insert(escalationChains)
    .values({ ...place, chain: by('PUSH') })
    .returning()
  expect(await found()).toEqual([1])
  await harness.db
    .update(escalationChains)
    .set({ chain: by('EMAIL') })
    .where(eq(escalationChains.id, set?.id ?? 0))
  expect(await found()).toEqual([0])
})

it('is of one’s own house, and counted over all for who runs it', async () => {
  const before = await unreached(pool)
  await leave('MANAGER', 'SUPERVISOR', 'RELATIVE')
  const here = (await unreached(pool)).map(({ deviceId }) => deviceId)
  expect(here.filter((id) => !before.some(({ deviceId }) => deviceId === id))).toEqual([fixture.device.id])
  const other = await createCompanyFixture(harness)
  expect((await ask(other.people.MANAGER.token)).status).toBe(404)
  expect((await ask(fixture.people.OWNER.token)).status).toBe(403)
})
