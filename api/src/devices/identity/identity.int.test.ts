import { createDevice } from '@carewatch/migrations/factories'
import { deviceStatus } from '@carewatch/migrations/schema/devices'
import { companies } from '@carewatch/migrations/schema/people'
import {
  deviceNetworks,
  deviceProofs,
  identityConflicts,
  pairingCodes,
} from '@carewatch/migrations/schema/proof'
import { hashPairingCode } from '@carewatch/platform/credentials/pairing-code'
import { eq } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createCompanyFixture, type CompanyFixture } from '../../testing/fixtures.ts'
import { startHarness, type Harness } from '../../testing/harness.ts'

const HOME = '203.0.113.0/24'
const STRANGER = '198.51.100.0/24'
let harness: Harness
let fixture: CompanyFixture
let watch: Awaited<ReturnType<typeof createDevice>>
beforeAll(async () => {
  harness = await startHarness()
})
beforeEach(async () => {
  fixture = await createCompanyFixture(harness)
  const place = { companyId: fixture.company.id, branchId: fixture.branch.id }
  watch = await createDevice(harness.db, { deviceModel: 'watch-iw', ...place })
})
afterAll(() => harness.close())

type Role = keyof CompanyFixture['people']
const get = async (role: Role = 'SUPERVISOR', { uuid } = watch) =>
  harness.call('GET', `/devices/identity/${uuid}`, { token: fixture.people[role].token })
const post = (what: string, body: object = {}, role: Role = 'MANAGER', { uuid } = watch) =>
  harness.call('POST', `/devices/identity/${what}/${uuid}`, { token: fixture.people[role].token, body })
const show = (network: string, code: string, expiresAt = new Date(Date.now() + 60_000)) =>
  harness.db
    .insert(pairingCodes)
    .values({ deviceId: watch.id, network, codeHash: hashPairingCode(watch.id, code), expiresAt })
const seenAt = (network: string) => harness.db.insert(deviceNetworks).values({ deviceId: watch.id, network })

describe('how a device is known to be itself', () => {
  it('is its password where it has one, and nothing yet where it has none', async () => {
    expect((await get('SUPERVISOR', fixture.device)).context.identity).toMatchObject({
      proof: { how: 'PASSWORD' },
    })
    expect((await get()).context.identity).toEqual({
      proof: null,
      doubtfulSince: null,
      pinning: 'WARN',
      showsText: true,
      networks: [],
      conflicts: [],
    })
  })

  it('says since when it is heard from networks alone that it is not known by', async () => {
    const [known, now] = [new Date(Date.now() - 3_600_000), new Date()]
    const isIts = eq(deviceStatus.deviceId, watch.id)
    const sinceWhen = async (provenSeenAt: Date) => {
      await harness.db.update(deviceStatus).set({ lastSeenAt: now, provenSeenAt }).where(isIts)
      return (await get()).context.identity.doubtfulSince
    }
    expect(await sinceWhen(known)).toBe(known.toISOString())
    expect(await sinceWhen(now)).toBeNull()
  })

  it('says from where it connects, and when two said that they are it', async () => {
    await seenAt(STRANGER)
    await harness.db.insert(identityConflicts).values({ deviceId: watch.id, reason: 'PLACES' })
    await harness.db
      .update(companies)
      .set({ sourcePinning: 'STRICT' })
      .where(eq(companies.id, fixture.company.id))
    expect((await get()).context.identity).toMatchObject({
      pinning: 'STRICT',
      networks: [{ network: STRANGER, knownAt: null, knownBy: null }],
      conflicts: [{ reason: 'PLACES' }],
    })
  })

  it.each(['OWNER', 'RELATIVE', 'MONITOR'] as const)('is no business of a %s', async (role) => {
    expect((await get(role)).status).toBe(403)
  })
})

describe('pairing', () => {
  it('asks the brokers for a code on the screen, and takes back what was shown before', async () => {
    await show(HOME, '123456')
    const client = new pg.Client(harness.url)
    await client.connect()
    const asked = vi.fn<(id: string | undefined) => void>()
    client.on('notification', ({ payload }) => asked(payload))
    await client.query('listen pairing_asked')
    expect((await post('pair', {}, 'SUPERVISOR')).status).toBe(200)
    await vi.waitFor(() => expect(asked).toHaveBeenCalledWith(String(watch.id)), 10_000)
    await client.end()
    expect((await post('confirm', { code: '123456' })).status).toBe(409)
  })

  it('is refused of a model that shows no text', async () => {
    expect((await post('pair', {}, 'SUPERVISOR', fixture.device)).status).toBe(409)
  })

  it('by the code that a watch shows proves that connection, and no other', async () => {
    await seenAt(HOME)
    await seenAt(STRANGER)
    await show(STRANGER, '111111')
    await show(HOME, '222222')
    const { status, context } = await post('confirm', { code: '222222' }, 'SUPERVISOR')
    expect(status).toBe(200)
    expect(context.identity.proof).toMatchObject({ how: 'PAIRED', by: 'Nora Nurse' })
    const known = context.identity.networks.filter(
      ({ knownAt }: { knownAt: string | null }) => knownAt !== null,
    )
    expect(known).toMatchObject([{ network: HOME, knownBy: 'Nora Nurse' }])
    expect((await post('confirm', { code: '111111' })).status).toBe(409)
  })

  it.each([
    ['another code', '222222', undefined],
    ['one that is too old', '111111', new Date(Date.now() - 1)],
  ])('is refused by %s', async (_, code, expiresAt) => {
    await show(HOME, '111111', expiresAt)
    const answer = await post('confirm', { code })
    expect(answer).toMatchObject({ status: 409, message: 'This code is not right' })
    expect((await get()).context.identity.proof).toBeNull()
  })

  it('ends after five wrong codes', async () => {
    await show(HOME, '111111')
    for (let tries = 0; tries < 5; tries++) await post('confirm', { code: '222222' })
    expect((await post('confirm', { code: '111111' })).status).toBe(409)
  })

  it('is no good for another watch', async () => {
    const other = await createDevice(harness.db, { deviceModel: 'watch-iw', companyId: fixture.company.id })
    await show(HOME, '111111')
    expect((await post('confirm', { code: '111111' }, 'MANAGER', other)).status).toBe(409)
  })
})

describe('a network', () => {
  it('that somebody says is the device’s own proves it, by who said so', async () => {
    await seenAt(HOME)
    const { context } = await post('network', { network: HOME, isKnown: true })
    expect(context.identity).toMatchObject({
      proof: { how: 'ACCEPTED' },
      networks: [{ network: HOME, knownAt: expect.any(String) }],
    })
  })

  it('is taken back, and the device stays what it is', async () => {
    const [askedAt, long] = [Date.now(), new Date('2026-01-01Z')]
    await harness.db.insert(deviceNetworks).values({ deviceId: watch.id, network: HOME, firstSeenAt: long })
    await harness.db.insert(deviceProofs).values({ deviceId: watch.id, how: 'REPORTED_BEFORE' })
    await post('network', { network: HOME, isKnown: true })
    const { context } = await post('network', { network: HOME, isKnown: false })
    expect(context.identity).toMatchObject({
      proof: { how: 'REPORTED_BEFORE' },
      networks: [{ network: HOME, knownAt: null }],
    })
    // By then it would be its own again: a day after it was first seen there.
    expect(Date.parse(context.identity.networks[0].firstSeenAt)).toBeGreaterThanOrEqual(askedAt)
  })

  it('is forgotten with whoever wore the device', async () => {
    await seenAt(HOME)
    await post('network', { network: HOME, isKnown: true })
    const { token } = fixture.people.MANAGER
    await harness.call('POST', `/devices/resetAll/${watch.uuid}`, { token, body: {} })
    expect((await get()).context.identity).toMatchObject({ proof: { how: 'ACCEPTED' }, networks: [] })
  })

  it('from where nobody connected is none, and nurses do not decide it', async () => {
    expect((await post('network', { network: HOME, isKnown: true })).status).toBe(404)
    await seenAt(HOME)
    expect((await post('network', { network: HOME, isKnown: true }, 'SUPERVISOR')).status).toBe(403)
  })
})

describe('what a company lets its watches be sent', () => {
  it('is set by its manager', async () => {
    const path = `/company/update/${fixture.company.uuid}`
    const { token } = fixture.people.MANAGER
    const { status, context } = await harness.call('POST', path, { token, body: { sourcePinning: 'STRICT' } })
    expect(status).toBe(200)
    expect(context.company.sourcePinning).toBe('STRICT')
    expect((await get()).context.identity.pinning).toBe('STRICT')
  })
})
