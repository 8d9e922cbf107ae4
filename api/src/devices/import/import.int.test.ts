import { uniqueImei } from '@carewatch/migrations/factories'
import { devices } from '@carewatch/migrations/schema/devices'
import { branches, companies } from '@carewatch/migrations/schema/people'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createCompanyFixture, type CompanyFixture } from '../../testing/fixtures.ts'
import { startHarness, type Harness } from '../../testing/harness.ts'

let harness: Harness
let fixture: CompanyFixture
let other: CompanyFixture
beforeAll(async () => {
  harness = await startHarness()
  other = await createCompanyFixture(harness)
})
beforeEach(async () => {
  fixture = await createCompanyFixture(harness)
})
afterAll(() => harness.close())

type Row = Record<string, string>
const importRows = (rows: Row[], apply: boolean, role: keyof CompanyFixture['people'] = 'MANAGER') =>
  harness.call('POST', '/devices/import', { token: fixture.people[role].token, body: { rows, apply } })
const row = (more: Row = {}): Row => ({
  imei: uniqueImei(),
  imsi: '425010000000002',
  name: 'Room 12',
  deviceModel: 'native',
  ...more,
})
const branchOf = async ({ device }: CompanyFixture) =>
  (
    await harness.db
      .select()
      .from(branches)
      .where(eq(branches.id, device.branchId ?? 0))
  )[0]
const companyOf = async ({ device }: CompanyFixture) =>
  (
    await harness.db
      .select()
      .from(companies)
      .where(eq(companies.id, device.companyId ?? 0))
  )[0]
const registered = async (imei = '') =>
  (await harness.db.select().from(devices).where(eq(devices.imei, imei)))[0]

describe('devices from a list', () => {
  it('says what would become of each row and changes nothing', async () => {
    const twice = row()
    const rows = [
      row({ deviceModel: 'Vivistar VL16P' }),
      twice,
      twice,
      row({ imei: fixture.device.imei }),
      row({ imei: '12' }),
    ]
    const { status, context } = await importRows(rows, false)
    expect(status).toBe(200)
    expect(context.rows.map(({ outcome }: { outcome: string }) => outcome)).toEqual([
      'NEW',
      'NEW',
      'TWICE',
      'EXISTS',
      'INVALID',
    ])
    expect(context.rows[4].problems).toEqual({ imei: 'is not valid' })
    expect(context.devices).toEqual([])
    expect(await registered(twice['imei'])).toBeUndefined()
  })

  it('registers what is new, in the branch that is named, with a password each this once', async () => {
    const branch = await branchOf(fixture)
    const rows = [
      row({ branch: branch?.code ?? '', mobileNumber: '050-123 4567' }),
      row({ branch: branch?.name.toUpperCase() ?? '' }),
    ]
    const { context } = await importRows(rows, true)
    expect(context.rows).toEqual([
      { outcome: 'NEW', problems: {} },
      { outcome: 'NEW', problems: {} },
    ])
    expect(context.devices).toHaveLength(2)
    expect(context.devices[0].credentials.password).toMatch(/.{16}/)
    expect(await registered(rows[0]?.['imei'])).toMatchObject({
      branchId: fixture.device.branchId,
      companyId: fixture.device.companyId,
      mobileNumber: '+972501234567',
    })
    const again = await importRows(rows, true)
    expect(again.context.rows).toMatchObject([{ outcome: 'EXISTS' }, { outcome: 'EXISTS' }])
  })

  it('registers the right rows and leaves the wrong ones', async () => {
    const rows = [row({ name: '' }), row()]
    const { context } = await importRows(rows, true)
    expect(context.rows).toEqual([
      { outcome: 'INVALID', problems: { name: 'is required' } },
      { outcome: 'NEW', problems: {} },
    ])
    expect(context.devices).toHaveLength(1)
  })

  it.each([
    ['an unknown model', { deviceModel: 'nobody knows' }, { deviceModel: 'is not known' }],
    ['the model of a gateway', { deviceModel: 'Minew G1' }, { deviceModel: 'is not known' }],
    ['a branch that is not there', { branch: 'nowhere' }, { branch: 'is not known' }],
    ['no telephone number', { mobileNumber: '12' }, { mobileNumber: 'is not a valid phone number' }],
    [
      'two things at once',
      { deviceModel: 'x', mobileNumber: '1' },
      { deviceModel: 'is not known', mobileNumber: 'is not a valid phone number' },
    ],
    ['a name of 33 letters', { name: 'x'.repeat(33) }, { name: 'is too long' }],
  ])('refuses %s by its column', async (_, wrong, problems) => {
    const { context } = await importRows([row(wrong)], true)
    expect(context.rows).toEqual([{ outcome: 'INVALID', problems }])
  })

  it("does not know another company's branches", async () => {
    const { context } = await importRows([row({ branch: (await branchOf(other))?.code ?? '' })], true)
    expect(context.rows).toMatchObject([{ outcome: 'INVALID', problems: { branch: 'is not known' } }])
  })

  it('asks for the company where a branch of that name stands in two', async () => {
    const [mine, theirs] = [await branchOf(fixture), await branchOf(other)]
    await harness.db
      .update(branches)
      .set({ name: 'Same' })
      .where(eq(branches.id, mine?.id ?? 0))
    await harness.db
      .update(branches)
      .set({ name: 'Same' })
      .where(eq(branches.id, theirs?.id ?? 0))
    const company = await companyOf(fixture)
    const rows = [row({ branch: 'Same' }), row({ branch: 'Same', company: company?.code ?? '' })]
    const { context } = await importRows(rows, false, 'ADMIN')
    expect(context.rows).toEqual([
      { outcome: 'INVALID', problems: { branch: 'names more than one' } },
      { outcome: 'NEW', problems: {} },
    ])
  })

  it('takes at most 500 rows, none of a column that nobody knows', async () => {
    expect(
      (
        await importRows(
          Array.from({ length: 501 }, () => row()),
          false,
        )
      ).status,
    ).toBe(400)
    expect((await importRows([row({ colour: 'red' })], false)).status).toBe(400)
    expect((await importRows([], false)).status).toBe(400)
  })
})
