import { alarms } from '@carewatch/migrations/schema/alarms'
import { devices, watchSettings } from '@carewatch/migrations/schema/devices'
import { onboardingRequests } from '@carewatch/migrations/schema/onboarding'
import { users } from '@carewatch/migrations/schema/people'
import { assignments } from '@carewatch/migrations/schema/wearers'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { aForm } from '../onboarding/examples.ts'
import { addDevice, createCompanyFixture, type CompanyFixture, raiseAlarm } from '../testing/fixtures.ts'
import { startHarness, type Harness, until } from '../testing/harness.ts'
import { addInvitation } from '../testing/invitations.ts'

let harness: Harness
let fixture: CompanyFixture
beforeAll(async () => {
  harness = await startHarness()
})
beforeEach(async () => {
  fixture = await createCompanyFixture(harness)
})
afterAll(() => harness.close())

/** Each is another race; `test:all` has the patience for more. */
const ROUNDS = process.env.TEST_ALL === 'true' ? 25 : 10
type Person = { token: string }
const post = (path: string, body: object = {}, { token }: Person = fixture.people.MANAGER) =>
  harness.call('POST', path, { token, body })

/** Done, or somebody else was first: nobody was turned back for having waited in another order. */
const DONE_OR_LATE = [200, 400, 404, 409]
const isAnswered = ({ status, context }: { status: number; context: unknown }) =>
  DONE_OR_LATE.includes(status) ? [] : [status, context]

const ownerOf = async (id: number) =>
  (await harness.db.select().from(devices).where(eq(devices.id, id)))[0]?.ownerId

/** A watch in stock with a form that waits, and somebody who is asked to be its owner. */
async function aSale(kind: 'OWNER' | 'RELATIVE') {
  const dana = await harness.person('OWNER')
  const asked = { kind, userId: dana.id, askedById: fixture.people.MANAGER.id }
  const made = await addInvitation(harness, fixture, { ...asked, ...(kind === 'OWNER' && { gift: {} }) })
  const deviceId = made.device.id
  await harness.db.update(devices).set({ ownerId: null }).where(eq(devices.id, deviceId))
  await raiseAlarm(harness, { ...fixture, device: made.device })
  const { shipping, owner, deviceDetails, contacts } = aForm()
  const form = { shipping, owner, deviceDetails, contacts, contactPerson: {} }
  const [request] = await harness.db
    .insert(onboardingRequests)
    .values({ ...form, deviceId, declaredAt: new Date() })
    .returning()
  return { dana, made, deviceUuid: made.device.uuid, request: request?.uuid ?? '' }
}

it.each(['OWNER', 'RELATIVE'] as const)(
  'a yes of an %s and the approval, the reset and the deletion of the same watch take turns',
  async (kind) => {
    for (let round = 0; round < ROUNDS; round++) {
      const { dana, made, deviceUuid, request } = await aSale(kind)
      const answers = await Promise.all([
        post('/invitations/accept', { uuid: made.uuid }, dana),
        post(`/onboarding/approve/${request}`),
        round % 2
          ? post(`/devices/resetAll/${deviceUuid}`)
          : post('/invitations/refuse', { uuid: made.uuid }, dana),
        round % 3
          ? harness.call('DELETE', `/admin/device/${deviceUuid}`, fixture.people.MANAGER)
          : post('/devices/changeOwner', { deviceUUID: deviceUuid, owner: fixture.people.OWNER.uuid }),
      ])
      expect(answers.flatMap(isAnswered)).toEqual([])
    }
  },
)

it('somebody leaves with two watches while the rules hold an alarm of the one and want the settings of the other', async () => {
  const { db } = harness
  const { device, wearer } = fixture
  const second = await addDevice(harness, fixture)
  const worn = { deviceId: second.id, wearerId: wearer.id, startedAt: new Date('2000-01-01Z') }
  await db.insert(assignments).values(worn)
  const { alarm } = await raiseAlarm(harness, { ...fixture, device: second })
  const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  let leaving: ReturnType<typeof post> | undefined
  await db.transaction(async (tx) => {
    await tx.select().from(alarms).where(eq(alarms.id, alarm.id)).for('no key update')
    leaving = post(`/wearers/update/${wearer.uuid}`, { status: 'LEFT' })
    await until('it waits', async () => (await db.execute(waiting)).rows.length > 0)
    await tx.select().from(watchSettings).where(eq(watchSettings.deviceId, device.id)).for('update')
  })
  expect((await leaving)?.status).toBe(200)
  const open = and(eq(assignments.wearerId, wearer.id), isNull(assignments.endedAt))
  expect(await db.$count(assignments, open)).toBe(0)
})

it('somebody leaves while what they wear is taken back, handed over and reset', async () => {
  const { db } = harness
  for (let round = 0; round < ROUNDS; round++) {
    const { device, wearer, ...around } = await createCompanyFixture(harness, fixture.company)
    const second = await addDevice(harness, { device, wearer, ...around })
    const worn = { deviceId: second.id, wearerId: wearer.id, startedAt: new Date('2000-01-01Z') }
    await db.insert(assignments).values(worn)
    for (const one of [device, second]) await raiseAlarm(harness, { ...around, device: one })
    const answers = await Promise.all([
      post(`/wearers/update/${wearer.uuid}`, { status: 'LEFT' }),
      post('/wearers/takeBack', { deviceUUID: (round % 2 ? device : second).uuid }),
      post(`/devices/resetAll/${(round % 2 ? second : device).uuid}`),
      post('/devices/deleteOwner', { deviceUUID: device.uuid }),
    ])
    expect(answers.flatMap(isAnswered)).toEqual([])
  }
})

it('an owner is erased while their watch becomes somebody else’s, and nobody who is erased owns one', async () => {
  const { db } = harness
  const { company, branch } = fixture
  for (let round = 0; round < ROUNDS; round++) {
    const { device, people } = await createCompanyFixture(harness, company)
    const next = await harness.person('OWNER', { companyId: company.id })
    const isSecond = round % 2 === 1
    const answers = await Promise.all([
      post('/devices/changeOwner', { deviceUUID: device.uuid, owner: next.uuid }),
      post(`/admin/user/erase/${(isSecond ? next : people.OWNER).uuid}`),
      post(`/devices/update/${device.uuid}`, { branchId: branch.uuid }),
    ])
    expect(answers.flatMap(isAnswered)).toEqual([])
    const ownerId = await ownerOf(device.id)
    const gone = and(eq(users.id, ownerId ?? 0), sql`${users.erasedAt} is not null`)
    expect(await db.$count(users, gone)).toBe(0)
  }
})
