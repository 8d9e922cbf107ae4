import { onboardingRequests } from '@carewatch/migrations/schema/onboarding'
import { users } from '@carewatch/migrations/schema/people'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { aRequest } from '../onboarding/examples.ts'
import { createCompanyFixture, type CompanyFixture } from '../testing/fixtures.ts'
import { startHarness, type Harness } from '../testing/harness.ts'
import { acceptInvitation, type Made } from '../testing/invitations.ts'

let harness: Harness
let fixture: CompanyFixture
let other: CompanyFixture
beforeAll(async () => {
  harness = await startHarness()
})
beforeEach(async () => {
  fixture = await createCompanyFixture(harness)
  other = await createCompanyFixture(harness)
})
afterAll(() => harness.close())

type Person = Awaited<ReturnType<Harness['person']>>
const rowOf = async ({ id }: Person) => (await harness.db.select().from(users).where(eq(users.id, id)))[0]
const post = (path: string, body: object = {}) =>
  harness.call('POST', path, { token: fixture.people.MANAGER.token, body })

/** A form from outside names who looks after its person. */
async function askByForm(dana: Person, nurse: Person): Promise<Made> {
  const { uuid } = await aRequest(fixture, harness)
  const owner = sql`${onboardingRequests.owner} || ${JSON.stringify({ email: dana.email })}::jsonb`
  await harness.db
    .update(onboardingRequests)
    .set({ owner, supervisorId: nurse.id })
    .where(eq(onboardingRequests.uuid, uuid))
  return (await post(`/onboarding/approve/${uuid}`)).context.invitations[0]
}
/** And so does a manager who takes in a customer. */
async function askByManager(dana: Person, nurse: Person): Promise<Made> {
  const person = { firstName: 'Dana', userName: crypto.randomUUID(), contactNumber: '0501234567' }
  const offer = { role: 'OWNER', userType: 'WATCH', sendPassword: true, supervisorId: nurse.uuid }
  return (await post('/admin/user/new', { ...person, ...offer, email: dana.email })).context.invitation
}
const ways = [
  ['a form', askByForm],
  ['a manager', askByManager],
] as const

const change = (columns: Partial<typeof users.$inferInsert>) => (nurse: Person) =>
  harness.db.update(users).set(columns).where(eq(users.id, nurse.id))
const meanwhile: [string, (nurse: Person) => Promise<unknown>][] = [
  ['was deactivated', (nurse) => change({ isActive: false })(nurse)],
  ['was deleted', (nurse) => harness.call('DELETE', `/admin/user/${nurse.uuid}`, fixture.people.MANAGER)],
  ['has another role', (nurse) => change({ role: 'MONITOR' })(nurse)],
  [
    'works for another company',
    (nurse) => change({ companyId: other.company.id, branchId: other.branch.id })(nurse),
  ],
]

describe.each(ways)('a supervisor whom %s named', (_, ask) => {
  const begin = async () => {
    const { company, branch } = fixture
    const nurse = await harness.person('SUPERVISOR', { companyId: company.id, branchId: branch.id })
    const dana = await harness.person('USER')
    return { nurse, dana, made: await ask(dana, nurse) }
  }

  it('looks after whoever says yes', async () => {
    const { nurse, dana, made } = await begin()
    expect((await acceptInvitation(harness, dana.token, made)).status).toBe(200)
    expect(await rowOf(dana)).toMatchObject({ role: 'OWNER', supervisorId: nurse.id })
  })

  it.each(meanwhile)('and who %s meanwhile, looks after nobody', async (_why, happens) => {
    const { nurse, dana, made } = await begin()
    await happens(nurse)
    expect((await acceptInvitation(harness, dana.token, made)).status).toBe(200)
    const companyId = fixture.company.id
    expect(await rowOf(dana)).toMatchObject({ role: 'OWNER', companyId, supervisorId: null })
  })
})
