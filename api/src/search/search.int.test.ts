import { createDevice } from '@carewatch/migrations/factories'
import { rooms } from '@carewatch/migrations/schema/rooms'
import { wearers } from '@carewatch/migrations/schema/wearers'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createCompanyFixture, type CompanyFixture } from '../testing/fixtures.ts'
import { startHarness, type Harness } from '../testing/harness.ts'

let harness: Harness
let fixture: CompanyFixture
let theirs: CompanyFixture
beforeAll(async () => {
  harness = await startHarness()
  fixture = await createCompanyFixture(harness)
  theirs = await createCompanyFixture(harness)
  for (const { company, branch } of [fixture, theirs])
    await createDevice(harness.db, { companyId: company.id, branchId: branch.id, name: 'שעון של סבתא 100%' })
})
afterAll(() => harness.close())

const find = async (token: string, q: string) => {
  const { context } = await harness.call('GET', `/search?q=${encodeURIComponent(q)}`, { token })
  return context.suggestions as { kind: string; uuid: string; name: string; detail: string }[]
}

it('suggests devices, people, companies and branches by a part of their name', async () => {
  const { MANAGER } = fixture.people
  const nurse = await find(MANAGER.token, 'nORa nur')
  expect(nurse).toEqual([expect.objectContaining({ kind: 'person', name: 'Nora Nurse' })])
  expect(await find(MANAGER.token, fixture.device.imei)).toEqual([
    expect.objectContaining({ kind: 'wearer', uuid: fixture.wearer.uuid }),
    { kind: 'device', uuid: fixture.device.uuid, name: fixture.device.name, detail: fixture.device.imei },
  ])
  expect(await find(MANAGER.token, fixture.company.name)).toEqual([
    expect.objectContaining({ kind: 'company', uuid: fixture.company.uuid }),
  ])
  expect(await find(MANAGER.token, fixture.branch.code)).toEqual([
    expect.objectContaining({ kind: 'branch', uuid: fixture.branch.uuid }),
  ])
})

it('finds Hebrew, takes % as a letter, and shows nothing of another company', async () => {
  const { MANAGER } = fixture.people
  expect(await find(MANAGER.token, 'סבתא 100%')).toHaveLength(1)
  expect(await find(MANAGER.token, '1%0')).toEqual([])
  expect(await find(MANAGER.token, theirs.device.imei)).toEqual([])
})

it('is not for owners and relatives', async () => {
  const { token } = fixture.people.OWNER
  expect((await harness.call('GET', '/search?q=a', { token })).status).toBe(403)
})

it('finds a person by name, by room and by the IMEI of what they wear, each where they are one’s own', async () => {
  const { wearer, device, room, people } = fixture
  await harness.db.update(rooms).set({ name: 'Orangery 7' }).where(eq(rooms.id, room.id))
  await harness.db
    .update(wearers)
    .set({ firstName: 'Ruth', lastName: 'Cohen', roomId: room.id, bed: '2', imageUrl: '/api/upload/photo' })
    .where(eq(wearers.id, wearer.id))
  const { uuid } = wearer
  const ruth = {
    kind: 'wearer',
    uuid,
    name: 'Ruth Cohen',
    deviceUuid: device.uuid,
    imageUrl: '/api/upload/photo',
  }
  const found = (token: string, q: string) =>
    find(token, q).then((all) => all.filter(({ kind }) => kind === 'wearer'))
  for (const q of ['ruth coh', 'orangery', device.imei])
    expect(await found(people.SUPERVISOR.token, q)).toEqual([
      { ...ruth, detail: '\u2068Orangery 7\u2069, bed 2' },
    ])
  for (const q of ['ruth coh', 'orangery', device.imei])
    expect(await found(theirs.people.SUPERVISOR.token, q)).toEqual([])
})
