import { uniqueImei } from '@carewatch/migrations/factories'
import { devices } from '@carewatch/migrations/schema/devices'
import { branches, companies } from '@carewatch/migrations/schema/people'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createHouse, type House } from '../testing/house.ts'
import { startStand, type Stand } from '../testing/stand.ts'

let stand: Stand
let house: House
let other: House
beforeAll(async () => {
  stand = await startStand()
  other = await createHouse(stand)
})
beforeEach(async () => {
  house = await createHouse(stand)
})
afterAll(() => stand.close())

type Row = Record<string, string>
const importRows = (rows: Row[], apply: boolean, role: keyof House['people'] = 'MANAGER') =>
  stand.call('POST', '/devices/import', { token: house.people[role].token, body: { rows, apply } })
const row = (more: Row = {}): Row => ({
  imei: uniqueImei(),
  imsi: '425010000000002',
  name: 'Room 12',
  deviceModel: 'native',
  ...more,
})
const branchOf = async ({ device }: House) =>
  (
    await stand.db
      .select()
      .from(branches)
      .where(eq(branches.id, device.branchId ?? 0))
  )[0]
const companyOf = async ({ device }: House) =>
  (
    await stand.db
      .select()
      .from(companies)
      .where(eq(companies.id, device.companyId ?? 0))
  )[0]
const registered = async (imei = '') =>
  (await stand.db.select().from(devices).where(eq(devices.imei, imei)))[0]

describe('devices from a list', () => {
  it('says what would become of each row and changes nothing', async () => {
    const twice = row()
    const rows = [
      row({ deviceModel: 'Vivistar VL16P' }),
      twice,
      twice,
      row({ imei: house.device.imei }),
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
    const branch = await branchOf(house)
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
      branchId: house.device.branchId,
      companyId: house.device.companyId,
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
    const [mine, theirs] = [await branchOf(house), await branchOf(other)]
    await stand.db
      .update(branches)
      .set({ name: 'Same' })
      .where(eq(branches.id, mine?.id ?? 0))
    await stand.db
      .update(branches)
      .set({ name: 'Same' })
      .where(eq(branches.id, theirs?.id ?? 0))
    const company = await companyOf(house)
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
