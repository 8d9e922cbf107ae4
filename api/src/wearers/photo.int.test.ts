import { uploads } from '@carewatch/migrations/schema/people'
import { wearers } from '@carewatch/migrations/schema/wearers'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { aPicture, formOf } from '../testing/files.ts'
import { type CompanyFixture, createCompanyFixture } from '../testing/fixtures.ts'
import { type Harness, startHarness } from '../testing/harness.ts'

let harness: Harness
let fixture: CompanyFixture
let other: CompanyFixture
beforeAll(async () => {
  harness = await startHarness()
  fixture = await createCompanyFixture(harness)
  other = await createCompanyFixture(harness)
})
afterAll(() => harness.close())

type Role = keyof CompanyFixture['people']

async function send(token: string, content: Uint8Array) {
  const form = formOf(['her.png', content])
  return harness.call('POST', '/upload/file?type=wearer', { token, form })
}

async function hang(role: Role, wearerUUID: string | undefined, more: object = {}) {
  const { token } = fixture.people[role]
  const sent = await send(token, await aPicture('png'))
  const uuids = [sent.context.files[0].uuid]
  const body = { uuids, type: 'wearer', wearerUUID, ...more }
  return harness.call('POST', '/upload/uploadComplete', { token, body })
}

const statusFor = async (location: string, token: string) =>
  (await harness.exchange('GET', location.slice('/api'.length), { token })).status

it('a photo hangs on a person, for whoever sees them, and the one before is gone', async () => {
  const { wearer, people } = fixture
  const first = (await hang('SUPERVISOR', wearer.uuid)).context.location
  const { location } = (await hang('OWNER', wearer.uuid)).context
  const [row] = await harness.db.select().from(wearers).where(eq(wearers.id, wearer.id))
  expect(row?.imageUrl).toBe(location)
  for (const role of ['MANAGER', 'SUPERVISOR', 'MONITOR', 'OWNER', 'RELATIVE'] as const)
    expect([role, await statusFor(location, people[role].token)]).toEqual([role, 200])
  expect(await statusFor(first, people.SUPERVISOR.token)).toBe(404)
  for (const role of ['MANAGER', 'SUPERVISOR', 'OWNER'] as const)
    expect([role, await statusFor(location, other.people[role].token)]).toEqual([role, 404])
})

it('a small one is a small one of the same photo, for whoever sees it and nobody else', async () => {
  const { wearer, people } = fixture
  const { location } = (await hang('SUPERVISOR', wearer.uuid)).context
  const path = `${location.slice('/api'.length)}?small=true`
  const get = (token: string) =>
    fetch(`${harness.api.url}/api${path}`, { headers: { authorization: `Bearer ${token}` } })
  const answer = await get(people.RELATIVE.token)
  const content = Buffer.from(await answer.arrayBuffer())
  expect([answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual([
    'image/jpeg',
    'no-store',
  ])
  expect(await sharp(content).metadata()).toMatchObject({ width: 160, height: 160 })
  // It is kept by now, and still nobody's who may not see her.
  for (const role of ['MANAGER', 'SUPERVISOR', 'OWNER'] as const)
    expect((await get(other.people[role].token)).status).toBe(404)
  await hang('SUPERVISOR', wearer.uuid)
  expect((await get(people.RELATIVE.token)).status).toBe(404)
})

it('what is no photo, of nobody, of another house, or sent by who may not, hangs nowhere', async () => {
  const { wearer, people } = fixture
  const before = await harness.db.select().from(wearers).where(eq(wearers.id, wearer.id))
  const page = Buffer.concat([Buffer.from('<!doctype html>'), Buffer.alloc(20_000, 0x20)])
  const refused = await send(people.MANAGER.token, page)
  expect([refused.status, refused.message]).toMatchObject([400, expect.stringMatching(/cannot be uploaded/)])
  const pdf = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(20_000, 0x20)])
  expect((await send(people.MANAGER.token, pdf)).status).toBe(400)
  const ofNobody = await hang('MANAGER', undefined)
  expect([ofNobody.status, Object.keys(ofNobody.context.errors)]).toEqual([400, ['wearerUUID']])
  expect((await hang('MANAGER', other.wearer.uuid)).status).toBe(404)
  expect((await hang('MONITOR', wearer.uuid)).status).toBe(403)
  expect((await hang('MANAGER', wearer.uuid, { type: 'profile' })).status).toBe(400)
  expect(await harness.db.select().from(wearers).where(eq(wearers.id, wearer.id))).toEqual(before)
})

it('who sees a person no longer hangs their photo on nobody else', async () => {
  const { wearer, company, branch } = fixture
  const place = { companyId: company.id, branchId: branch.id }
  const nurse = await harness.person('SUPERVISOR', place)
  const sent = await send(nurse.token, await aPicture('png'))
  const hangOn = (wearerUUID: string) =>
    harness.call('POST', '/upload/uploadComplete', {
      token: nurse.token,
      body: { uuids: [sent.context.files[0].uuid], type: 'wearer', wearerUUID },
    })
  const { location } = (await hangOn(wearer.uuid)).context
  const [next] = await harness.db
    .insert(wearers)
    .values({ firstName: 'Next', ...place })
    .returning()
  await harness.db.update(wearers).set({ branchId: other.branch.id }).where(eq(wearers.id, wearer.id))
  expect((await hangOn(next?.uuid ?? '')).status).toBe(404)
  expect(await statusFor(location, nurse.token)).toBe(404)
  await harness.db.update(wearers).set({ branchId: branch.id }).where(eq(wearers.id, wearer.id))
  expect(await statusFor(location, nurse.token)).toBe(200)
})

it('a photo outlives the account of the nurse who took it, is no longer hers to see, and goes with its person', async () => {
  const { wearer, people, company, branch } = fixture
  const place = { companyId: company.id, branchId: branch.id }
  const nurse = await harness.person('SUPERVISOR', place)
  const sent = await send(nurse.token, await aPicture('jpeg'))
  const body = { uuids: [sent.context.files[0].uuid], type: 'wearer', wearerUUID: wearer.uuid }
  const { location } = (await harness.call('POST', '/upload/uploadComplete', { token: nurse.token, body }))
    .context
  const elsewhere = { branchId: other.branch.id }
  await harness.db.update(wearers).set(elsewhere).where(eq(wearers.id, wearer.id))
  expect(await statusFor(location, nurse.token)).toBe(404)
  await harness.db.update(wearers).set({ branchId: branch.id }).where(eq(wearers.id, wearer.id))
  const erase = (uuid: string) =>
    harness.call('POST', `/admin/user/erase/${uuid}`, { token: people.MANAGER.token, body: {} })
  expect((await erase(nurse.uuid)).status).toBe(200)
  expect(await statusFor(location, people.MANAGER.token)).toBe(200)
  expect((await erase(people.OWNER.uuid)).status).toBe(200)
  expect(await harness.db.$count(uploads, eq(uploads.wearerUuid, wearer.uuid))).toBe(0)
  const [gone] = await harness.db.select().from(wearers).where(eq(wearers.id, wearer.id))
  expect(gone?.imageUrl).toBeNull()
})
