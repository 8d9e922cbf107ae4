import { createDevice } from '@carewatch/migrations/factories'
import { invitations } from '@carewatch/migrations/schema/invitations'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type Mailbox, startMailbox } from '@carewatch/simulator/providers/mailbox'
import { createCompanyFixture, type CompanyFixture } from '../testing/fixtures.ts'
import { startHarness, type Harness } from '../testing/harness.ts'

let mailbox: Mailbox
let harness: Harness
let fixture: CompanyFixture
let other: CompanyFixture
beforeAll(async () => {
  mailbox = await startMailbox()
  harness = await startHarness({ SMTP_URL: mailbox.url, PUBLIC_URL: 'https://care.example' })
})
beforeEach(async () => {
  fixture = await createCompanyFixture(harness)
  other = await createCompanyFixture(harness)
})
afterAll(async () => {
  await harness.close()
  await mailbox.close()
})

const MOST_TO_ONE = 10
const MOST_OF_ONE = 200

const ask = (owner: string, { device, people } = fixture) => {
  const body = { deviceUUID: device.uuid, owner }
  return harness.call('POST', '/devices/changeOwner', { token: people.MANAGER.token, body })
}

/** How many letters came to an address, once all came that were to: those sent after them are there too. */
async function whatCame(address: string, expected: number): Promise<number> {
  await expect
    .poll(() => mailbox.sentTo(address).length, { timeout: 15_000 })
    .toBeGreaterThanOrEqual(expected)
  const last = `last-${crypto.randomUUID()}@carewatch.test`
  await ask(last)
  await mailbox.letterTo(last)
  return mailbox.sentTo(address).length
}

it('ten letters a day go to one mailbox, by whichever way its person is named', async () => {
  const { company, branch } = fixture
  const dana = await harness.person('OWNER')
  // Whom the house sees by a watch of theirs is chosen by their account.
  await createDevice(harness.db, { companyId: company.id, branchId: branch.id, ownerId: dana.id })
  for (let letter = 0; letter < MOST_TO_ONE / 2; letter++) {
    const both = [await ask(dana.uuid), await ask(dana.email, other)]
    for (const one of both) expect(one.context.invitation).toMatchObject({ isMailed: true })
  }
  const chosen = await harness.db.select().from(invitations).where(eq(invitations.userId, dana.id))
  expect(chosen).toHaveLength(MOST_TO_ONE / 2)
  await ask(dana.uuid)
  await ask(dana.email, other)
  expect(await whatCame(dana.email, MOST_TO_ONE)).toBe(MOST_TO_ONE)
})

it('one account asks two hundred people a day, and is told when it is too many', async () => {
  const { MANAGER, SUPERVISOR } = fixture.people
  const rows = Array.from({ length: MOST_OF_ONE - 1 }, (_, index) => ({
    kind: 'ACCOUNT' as const,
    askedById: MANAGER.id,
    email: `stranger-${index}@carewatch.test`,
    tokenHash: crypto.randomUUID(),
  }))
  await harness.db.insert(invitations).values(rows)
  const to = () => `dan-${crypto.randomUUID()}@carewatch.test`
  expect((await ask(to())).status).toBe(200)
  const before = await harness.db.$count(invitations)
  expect(await ask(to())).toMatchObject({ status: 429, message: expect.stringMatching(/many invitations/) })
  expect(await harness.db.$count(invitations)).toBe(before)
  const kin = { deviceUUID: fixture.device.uuid, name: 'Dan', relation: 'son', email: to() }
  const body = { ...kin, createUserInPortal: true }
  const others = await harness.call('POST', '/relation/new', { token: SUPERVISOR.token, body })
  expect(others.status).toBe(200)
})
