import { devices } from '@carewatch/migrations/schema/devices'
import { uploads } from '@carewatch/migrations/schema/people'
import { assignments, wearers } from '@carewatch/migrations/schema/wearers'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { aPicture, formOf } from '../testing/files.ts'
import { type CompanyFixture, createCompanyFixture, minutesAgo } from '../testing/fixtures.ts'
import { type Harness, startHarness } from '../testing/harness.ts'

let harness: Harness
let fixture: CompanyFixture
beforeAll(async () => {
  harness = await startHarness()
})
beforeEach(async () => {
  fixture = await createCompanyFixture(harness)
})
afterAll(() => harness.close())

/** A nurse hangs a picture on the watch; answers where it is. */
async function hang(): Promise<string> {
  const { token } = fixture.people.SUPERVISOR
  const form = formOf(['her.png', await aPicture('png')])
  const sent = await harness.call('POST', '/upload/file?type=device', { token, form })
  const body = { uuids: [sent.context.files[0].uuid], type: 'device', deviceUUID: fixture.device.uuid }
  return (await harness.call('POST', '/upload/uploadComplete', { token, body })).context.location
}
const isThere = (location: string) =>
  harness.db.$count(uploads, eq(uploads.uuid, location.split('/').at(-1) ?? ''))
const pictureOfWatch = async () =>
  (await harness.db.select().from(devices).where(eq(devices.id, fixture.device.id)))[0]?.imageUrl
const erase = async (path: string) => {
  const { token } = fixture.people.MANAGER
  expect((await harness.call('POST', path, { token, body: {} })).status).toBe(200)
}
const eraseWearer = () => erase(`/wearers/erase/${fixture.wearer.uuid}`)

it('a picture of a watch goes with whoever wore it then, also when they gave it back before', async () => {
  const own = await hang()
  const { token } = fixture.people.MANAGER
  await harness.call('POST', '/wearers/takeBack', { token, body: { deviceUUID: fixture.device.uuid } })
  await eraseWearer()
  expect(await isThere(own)).toBe(0)
})

it('goes with the account that is erased, where nobody else was responsible for the person', async () => {
  const own = await hang()
  await erase(`/admin/user/erase/${fixture.people.OWNER.uuid}`)
  expect([await isThere(own), await pictureOfWatch()]).toEqual([0, null])
})

it('stays where another wore the watch when it was hung there', async () => {
  const { db } = harness
  const { device, wearer, company } = fixture
  await db
    .update(assignments)
    .set({ endedAt: minutesAgo(60) })
    .where(eq(assignments.wearerId, wearer.id))
  const [next] = await db.insert(wearers).values({ firstName: 'Walter', companyId: company.id }).returning()
  const worn = { deviceId: device.id, wearerId: next?.id ?? 0, startedAt: minutesAgo(60) }
  await db.insert(assignments).values(worn)
  const others = await hang()
  await eraseWearer()
  expect([await isThere(others), await pictureOfWatch()]).toEqual([1, others])
})

it('goes where it was hung before and became the photo of whoever got the watch', async () => {
  const { db } = harness
  const { wearer } = fixture
  const own = await hang()
  await db.update(assignments).set({ startedAt: new Date() }).where(eq(assignments.wearerId, wearer.id))
  await db.update(wearers).set({ imageUrl: own }).where(eq(wearers.id, wearer.id))
  await eraseWearer()
  expect([await isThere(own), await pictureOfWatch()]).toEqual([0, null])
})
