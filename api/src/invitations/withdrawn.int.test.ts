import { createBranch } from '@carewatch/migrations/factories'
import { devices } from '@carewatch/migrations/schema/devices'
import { invitations } from '@carewatch/migrations/schema/invitations'
import { users } from '@carewatch/migrations/schema/people'
import { onboardingRequests } from '@carewatch/migrations/schema/onboarding'
import { wearers } from '@carewatch/migrations/schema/wearers'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { aForm } from '../onboarding/examples.ts'
import { createCompanyFixture, type CompanyFixture } from '../testing/fixtures.ts'
import { startHarness, type Harness } from '../testing/harness.ts'

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

type Role = keyof CompanyFixture['people']
const post = async (path: string, body: object = {}, role: Role = 'MANAGER') => {
  const answer = await harness.call('POST', path, { token: fixture.people[role].token, body })
  expect([path, answer.status]).toEqual([path, 200])
  return answer.context
}
const anAddress = () => `${crypto.randomUUID()}@carewatch.test`
const statusOf = async ({ uuid }: { uuid: string }) =>
  (await harness.db.select().from(invitations).where(eq(invitations.uuid, uuid)))[0]?.status

const askRelative = async (role: Role, deviceUUID = fixture.device.uuid): Promise<{ uuid: string }> => {
  const kin = { deviceUUID, name: 'Dan', relation: 'son', email: anAddress(), createUserInPortal: true }
  return (await post('/relation/new', kin, role)).invitation
}
const askOwner = async (deviceUUID = fixture.device.uuid): Promise<{ uuid: string }> =>
  (await post('/devices/changeOwner', { deviceUUID, owner: anAddress() })).invitation

const ofDevice = () => ({ deviceUUID: fixture.device.uuid })
const release = () =>
  harness.db.update(devices).set({ ownerId: null }).where(eq(devices.id, fixture.device.id))
const moveTo = (role: Role) =>
  post(`/devices/update/${fixture.device.uuid}`, { companyId: other.company.uuid }, role)

async function handOver() {
  const [next] = await harness.db
    .insert(wearers)
    .values({ firstName: 'Walter', companyId: fixture.company.id, branchId: fixture.branch.id })
    .returning()
  const handed = { wearerUUID: next?.uuid, handOverFrom: fixture.wearer.uuid }
  await post('/wearers/assign', { ...ofDevice(), ...handed })
}

async function sell() {
  await release()
  const { shipping, owner, deviceDetails, contacts } = aForm()
  const form = { shipping, owner, deviceDetails, contacts, contactPerson: {} }
  const values = { ...form, deviceId: fixture.device.id, declaredAt: new Date() }
  const [request] = await harness.db.insert(onboardingRequests).values(values).returning()
  await post(`/onboarding/approve/${request?.uuid}`)
}

/** After which nobody may give any more what was asked about a watch. */
const ends: [string, () => Promise<unknown>][] = [
  ['reset', () => post(`/devices/resetAll/${fixture.device.uuid}`)],
  ['handed over', handOver],
  ['taken back', () => post('/wearers/takeBack', ofDevice())],
  ['sold', sell],
  [
    'moved to another company',
    async () => {
      await release()
      await moveTo('ADMIN')
    },
  ],
  [
    'moved there with whoever is responsible for it',
    async () => {
      await harness.db.update(users).set({ companyId: null }).where(eq(users.id, fixture.people.OWNER.id))
      await moveTo('ADMIN')
    },
  ],
  ['deleted', () => harness.call('DELETE', `/admin/device/${fixture.device.uuid}`, fixture.people.MANAGER)],
  ['given back by who leaves', () => post(`/wearers/update/${fixture.wearer.uuid}`, { status: 'LEFT' })],
  ['given back by who is erased', () => post(`/wearers/erase/${fixture.wearer.uuid}`)],
  ['released by an owner who is erased', () => post(`/admin/user/erase/${fixture.people.OWNER.uuid}`)],
]

it.each(ends)('of a watch that is %s everybody who was asked is asked no longer', async (_, happens) => {
  const { device: beside } = await createCompanyFixture(harness, fixture.company)
  const others = [await askRelative('MANAGER', beside.uuid), await askOwner(beside.uuid)]
  const asked = [await askRelative('OWNER'), await askRelative('SUPERVISOR'), await askOwner()]
  await happens()
  expect(await Promise.all(asked.map(statusOf))).toEqual(['WITHDRAWN', 'WITHDRAWN', 'WITHDRAWN'])
  expect(await Promise.all(others.map(statusOf))).toEqual(['OPEN', 'OPEN'])
})

it('of a watch that is given to another owner, what the former one asked and who was asked to be it', async () => {
  const [ofFamily, ofStaff, owner] = [
    await askRelative('OWNER'),
    await askRelative('MANAGER'),
    await askOwner(),
  ]
  const next = await harness.person('OWNER', { companyId: fixture.company.id })
  await post('/devices/changeOwner', { ...ofDevice(), owner: next.uuid })
  const statuses = await Promise.all([ofFamily, ofStaff, owner].map(statusOf))
  expect(statuses).toEqual(['WITHDRAWN', 'OPEN', 'WITHDRAWN'])
})

it('of a watch that goes to another branch of the house nobody', async () => {
  const asked = [await askRelative('OWNER'), await askOwner()]
  const branch = await createBranch(harness.db, fixture.company.id)
  await post(`/devices/update/${fixture.device.uuid}`, { branchId: branch.uuid })
  expect(await Promise.all(asked.map(statusOf))).toEqual(['OPEN', 'OPEN'])
})

/** How somebody leaves who asked for their house. */
const leaves: [string, (uuid: string) => Promise<unknown>][] = [
  ['is deleted', (uuid) => harness.call('DELETE', `/admin/user/${uuid}`, fixture.people.MANAGER)],
  ['is erased', (uuid) => post(`/admin/user/erase/${uuid}`)],
  [
    'goes to another company',
    (uuid) => {
      const place = { companyId: other.company.uuid, branchId: other.branch.uuid }
      return post(`/admin/user/update/${uuid}`, place, 'ADMIN')
    },
  ],
]

it.each(leaves)(
  'what a nurse asked who %s is asked no longer, and what others asked is',
  async (_, leave) => {
    const { company, branch, people } = fixture
    const nurse = await harness.person('SUPERVISOR', { companyId: company.id, branchId: branch.id })
    const kin = { ...ofDevice(), name: 'Dan', relation: 'son', email: anAddress(), createUserInPortal: true }
    const { context } = await harness.call('POST', '/relation/new', { token: nurse.token, body: kin })
    const asked = await askRelative('SUPERVISOR')
    expect(people.SUPERVISOR.id).not.toBe(nurse.id)
    await leave(nurse.uuid)
    expect(await Promise.all([context.invitation, asked].map(statusOf))).toEqual(['WITHDRAWN', 'OPEN'])
  },
)
