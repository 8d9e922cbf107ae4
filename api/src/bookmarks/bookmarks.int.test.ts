import { companies } from '@carewatch/migrations/schema/people'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createCompanyFixture, type CompanyFixture } from '../testing/fixtures.ts'
import { startHarness, type Harness } from '../testing/harness.ts'

let harness: Harness
let fixture: CompanyFixture
beforeAll(async () => {
  harness = await startHarness()
})
beforeEach(async () => {
  fixture = await createCompanyFixture(harness)
})
afterAll(() => harness.close())

type Role = keyof CompanyFixture['people']
const NOON = '2026-11-20T12:00:00.000Z'
const add = (body: object, as: Role = 'SUPERVISOR', deviceIMEI = fixture.device.imei) =>
  harness.call('POST', '/readings/addBookmark', {
    token: fixture.people[as].token,
    body: { deviceIMEI, time: NOON, label: 'Medicine', ...body },
  })
const since = (time: string, as: Role = 'SUPERVISOR') =>
  harness.call('GET', `/readings/bookmarks/${fixture.device.imei}/${time}`, {
    token: fixture.people[as].token,
  })
const remove = (uuid: string, as: Role) =>
  harness.call('DELETE', `/readings/bookmark/${uuid}`, { token: fixture.people[as].token })

describe('bookmarks', () => {
  it('note something at a moment, and are read by everyone who sees the watch', async () => {
    await harness.db
      .update(companies)
      .set({ bookmarkValues: ['Medicine', 'Meal'] })
      .where(eq(companies.id, fixture.company.id))
    await add({ metric: 'heartRate' })
    await add({ time: '2026-11-20T13:00:00.000Z', label: 'Her daughter came' }, 'OWNER')
    const { context } = await since(String(Date.parse(NOON)), 'RELATIVE')
    expect(context).toMatchObject({
      bookmarks: [
        { time: NOON, metric: 'heartRate', label: 'Medicine', by: 'Nora Nurse', mayDelete: false },
        { metric: null, label: 'Her daughter came' },
      ],
      choices: ['Medicine', 'Meal'],
    })
    expect((await since(String(Date.parse(NOON) + 1))).context.bookmarks).toHaveLength(1)
    expect((await since(`0?to=${NOON}`)).context.bookmarks).toHaveLength(1)
  })

  it('need a word, not too long, and a watch of the house', async () => {
    expect((await add({ label: ' ' })).context.errors).toEqual({ label: 'is required' })
    expect((await add({ label: 'x'.repeat(101) })).context.errors).toEqual({ label: 'is too long' })
    const other = await createCompanyFixture(harness)
    expect((await add({}, 'MANAGER', other.device.imei)).status).toBe(404)
    expect((await add({}, 'USER')).status).toBe(403)
  })

  it('are deleted by whoever wrote them and by managers, by nobody else', async () => {
    const mine = (await add({})).context.bookmark
    expect(mine.mayDelete).toBe(true)
    expect((await remove(mine.uuid, 'OWNER')).status).toBe(403)
    expect((await remove(mine.uuid, 'SUPERVISOR')).status).toBe(200)
    expect((await remove(mine.uuid, 'SUPERVISOR')).status).toBe(404)
    const hers = (await add({}, 'OWNER')).context.bookmark
    const stranger = (await createCompanyFixture(harness)).people.MANAGER
    const path = `/readings/bookmark/${hers.uuid}`
    expect((await harness.call('DELETE', path, { token: stranger.token })).status).toBe(404)
    expect((await remove(hers.uuid, 'MANAGER')).status).toBe(200)
  })
})
