import { deviceClaims } from '@carewatch/migrations/schema/proof'
import { createDevice } from '@carewatch/migrations/factories'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createCompanyFixture, type CompanyFixture } from '../testing/fixtures.ts'
import { startHarness, type Harness } from '../testing/harness.ts'

const SE_TRACKER = 'SeTracker (3G)'
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

const register = (imei: string, deviceModel = 'native') =>
  harness.call('POST', '/devices/new', {
    token: fixture.people.MANAGER.token,
    body: { imei, imsi: '425010000000002', name: 'Room 12', deviceModel, branchId: fixture.branch.uuid },
  })
const claimsTo = (imei: string) => harness.db.select().from(deviceClaims).where(eq(deviceClaims.imei, imei))
const sameDigits = (imei: string) => `9999${imei.slice(4, 14)}0`

describe('a watch that another company has', () => {
  it('is refused in one word, whether its number, its digits or one’s own is taken', async () => {
    const theirs = await createDevice(harness.db, { companyId: other.company.id, deviceModel: SE_TRACKER })
    const answers = [
      await register(theirs.imei),
      await register(theirs.imei, SE_TRACKER),
      await register(sameDigits(theirs.imei), SE_TRACKER),
      await register(fixture.device.imei),
    ]
    expect(answers.map(({ status }) => status)).toEqual([409, 409, 409, 409])
    const [first, ...others] = answers.map(({ message, context }) => ({ message, context }))
    expect(first?.message).toContain('contact your provider')
    expect(others).toEqual([first, first, first])
  })

  it('is claimed by whoever was refused, once; what one has is not', async () => {
    const theirs = await createDevice(harness.db, { companyId: other.company.id, deviceModel: SE_TRACKER })
    const short = sameDigits(theirs.imei)
    await register(short, SE_TRACKER)
    await register(short, SE_TRACKER)
    await register(fixture.device.imei)
    expect(await claimsTo(short)).toMatchObject([
      { companyId: fixture.company.id, askedById: fixture.people.MANAGER.id, status: 'OPEN' },
    ])
    expect(await claimsTo(fixture.device.imei)).toEqual([])
  })

  it('does not show in a list that is only looked at, and is claimed by one that is applied', async () => {
    const { imei } = other.device
    const rows = [{ imei, imsi: '425010000000002', name: 'Room 12', deviceModel: 'native' }]
    const { token } = fixture.people.MANAGER
    const outcome = async (apply: boolean) =>
      (await harness.call('POST', '/devices/import', { token, body: { rows, apply } })).context.rows[0]
        .outcome
    expect(await outcome(false)).toBe('NEW')
    expect(await claimsTo(imei)).toEqual([])
    expect(await outcome(true)).toBe('EXISTS')
    expect(await claimsTo(imei)).toHaveLength(1)
  })

  it('is claimed by a copy too', async () => {
    const clone = { imei: other.device.imei, imsi: '425010000000002', name: 'Room 12' }
    const body = { uuid: fixture.device.uuid, devices: [clone] }
    const { status } = await harness.call('POST', '/devices/clone', {
      token: fixture.people.MANAGER.token,
      body,
    })
    expect(status).toBe(400)
    expect(await claimsTo(other.device.imei)).toHaveLength(1)
  })

  it('is not come by through another model', async () => {
    const theirs = await createDevice(harness.db, { companyId: other.company.id, deviceModel: SE_TRACKER })
    const mine = await createDevice(harness.db, {
      imei: sameDigits(theirs.imei),
      companyId: fixture.company.id,
      branchId: fixture.branch.id,
    })
    const { token } = fixture.people.MANAGER
    const answer = await harness.call('POST', `/devices/update/${mine.uuid}`, {
      token,
      body: { deviceModel: SE_TRACKER },
    })
    expect(answer.status).toBe(409)
    expect(answer.message).toContain('contact your provider')
  })
})
