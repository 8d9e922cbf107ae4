import { deviceClaims } from '@carewatch/migrations/schema/proof'
import { createBranch, createCompany, createDevice } from '@carewatch/migrations/factories'
import { devices } from '@carewatch/migrations/schema/devices'
import { eq, inArray, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createCompanyFixture, type CompanyFixture } from '../../testing/fixtures.ts'
import { startHarness, type Harness } from '../../testing/harness.ts'

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
const claimsTo = (imei: string) =>
  harness.db.select().from(deviceClaims).where(eq(deviceClaims.imei, imei)).orderBy(deviceClaims.status)
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

describe('a disputed claim', () => {
  const list = async () =>
    (await harness.call('GET', '/devices/claims', { token: fixture.people.ADMIN.token })).context.claims
  const decide = (uuid: string, isGiven: boolean) =>
    harness.call('POST', `/devices/claims/decide/${uuid}`, {
      token: fixture.people.ADMIN.token,
      body: { isGiven },
    })
  const claimTo = async (imei: string) => {
    const claims: { uuid: string; imei: string; holders: unknown[] }[] = await list()
    return claims.find((claim) => claim.imei === imei)
  }
  const seesIn = async ({ people }: CompanyFixture, imei: string) =>
    (await harness.call('GET', `/devices/find/${imei}`, { token: people.MANAGER.token })).context
      .existingFound

  it('is listed for administrators with who has it, who wants it, and nobody else reads it', async () => {
    const { imei } = other.device
    await register(imei)
    expect(await claimTo(imei)).toMatchObject({
      status: 'OPEN',
      company: { uuid: fixture.company.uuid },
      holders: [{ uuid: other.device.uuid, company: { uuid: other.company.uuid } }],
    })
    const { status } = await harness.call('GET', '/devices/claims', { token: fixture.people.MANAGER.token })
    expect(status).toBe(403)
  })

  it('that is given moves the watch without its past, and is traced', async () => {
    const { imei } = other.device
    await register(imei)
    const { uuid = '' } = (await claimTo(imei)) ?? {}
    const answer = await decide(uuid, true)
    expect(answer).toMatchObject({ status: 200, context: { claim: { status: 'GIVEN' } } })
    expect([await seesIn(fixture, imei), await seesIn(other, imei)]).toEqual([true, false])
    const { context } = await harness.call('GET', '/audit?size=50', { token: fixture.people.ADMIN.token })
    expect(JSON.stringify(context)).toContain('approved')
    expect((await decide(uuid, false)).status).toBe(409)
  })

  it('names all who would lose a watch by it', async () => {
    const { id: companyId } = await createCompany(harness.db)
    const named = await createDevice(harness.db, { companyId })
    const shares = await createDevice(harness.db, {
      imei: sameDigits(named.imei),
      deviceModel: SE_TRACKER,
      companyId: other.company.id,
    })
    await register(named.imei, SE_TRACKER)
    const { holders = [] } = (await claimTo(named.imei)) ?? {}
    expect(holders).toMatchObject([{ uuid: named.uuid }, { uuid: shares.uuid, imei: shares.imei }])
  })

  it('is not given to the company that has it already, whoever of it asked', async () => {
    const { id: branchId } = await createBranch(harness.db, fixture.company.id)
    const { imei } = await createDevice(harness.db, { companyId: fixture.company.id, branchId })
    const [claim] = await harness.db
      .insert(deviceClaims)
      .values({ imei, name: 'Room 12', deviceModel: 'native', companyId: fixture.company.id })
      .returning()
    expect(await decide(claim?.uuid ?? '', true)).toMatchObject({
      status: 409,
      context: { reason: 'claimOwn' },
    })
    expect(await claimsTo(imei)).toMatchObject([{ status: 'OPEN' }])
    expect(await seesIn(fixture, imei)).toBe(true)
    expect((await decide(claim?.uuid ?? '', false)).status).toBe(200)
  })

  it('is over when who claimed it registers it after all, and another’s is not', async () => {
    const { imei, uuid } = other.device
    await register(imei)
    const third = await createCompanyFixture(harness)
    const { id: companyId } = third.company
    await harness.db.insert(deviceClaims).values({ imei, name: 'A', deviceModel: 'native', companyId })
    await harness.db.update(devices).set({ deletedAt: new Date() }).where(eq(devices.uuid, uuid))
    expect((await register(imei)).status).toBe(200)
    expect(await claimsTo(imei)).toMatchObject([
      { companyId, status: 'OPEN' },
      {
        companyId: fixture.company.id,
        status: 'REGISTERED',
        decidedById: fixture.people.MANAGER.id,
        decidedAt: expect.any(Date),
      },
    ])
  })

  it('that is not given leaves everything as it is, and may be made again', async () => {
    const { imei } = other.device
    await register(imei)
    const { uuid = '' } = (await claimTo(imei)) ?? {}
    expect(await decide(uuid, false)).toMatchObject({ context: { claim: { status: 'KEPT' } } })
    expect([await seesIn(fixture, imei), await seesIn(other, imei)]).toEqual([false, true])
    await register(imei)
    expect(await claimsTo(imei)).toHaveLength(2)
  })

  it('of two that shared their digits gives them to the other, and both stay', async () => {
    const [one, two] = ['111177789012345', '222277789012345']
    const first = await createDevice(harness.db, {
      imei: one,
      deviceModel: SE_TRACKER,
      companyId: other.company.id,
    })
    const second = await createDevice(harness.db, {
      imei: two,
      deviceModel: 'native',
      companyId: fixture.company.id,
    })
    const { imei, name } = second
    const [claim] = await harness.db
      .insert(deviceClaims)
      .values({ imei, name, deviceModel: SE_TRACKER, companyId: fixture.company.id, deviceId: second.id })
      .returning()
    await harness.db.execute(sql`alter table devices disable trigger devices_short_identity`)
    await harness.db.update(devices).set({ deviceModel: SE_TRACKER }).where(eq(devices.id, second.id))
    await harness.db.execute(sql`alter table devices enable trigger devices_short_identity`)
    expect(await claimTo(two)).toMatchObject({ holders: [{ uuid: first.uuid }] })
    await decide(claim?.uuid ?? '', true)
    const identities = await harness.db
      .select({ imei: devices.imei, identity: devices.shortIdentity })
      .from(devices)
      .where(inArray(devices.imei, [one, two]))
      .orderBy(devices.imei)
    expect(identities).toEqual([
      { imei: one, identity: null },
      { imei: two, identity: 'watch-3g/7778901234' },
    ])
  })
})
