import { createCompany, createDevice } from '@carewatch/migrations/factories'
import { devices, deviceStatus } from '@carewatch/migrations/schema/devices'
import { users } from '@carewatch/migrations/schema/people'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { minutesAgo } from '../testing/fixtures.ts'
import { startHarness, type Harness } from '../testing/harness.ts'

let harness: Harness
beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness.close())

/** A company of its own with these watches, and what its manager sees of them. */
async function shelf(...made: Parameters<typeof createDevice>[1][]) {
  const company = await createCompany(harness.db)
  const { token } = await harness.person('MANAGER', { companyId: company.id })
  const watches = []
  for (const values of made)
    watches.push(await createDevice(harness.db, { ...values, companyId: company.id }))
  const names = async (query: Record<string, string>): Promise<string[]> => {
    const { context } = await harness.call('GET', `/devices/all?${new URLSearchParams(query).toString()}`, {
      token,
    })
    expect(context.total).toBeGreaterThanOrEqual(context.devices.length)
    return context.devices.map(({ name }: { name: string }) => name)
  }
  return { company, made: watches, names, search: (text: string) => names({ search: text, sort: 'name' }) }
}

const owner = async (firstName: string, lastName: string) =>
  (await harness.person('OWNER', { firstName, lastName })).id

describe('searching watches', () => {
  it('finds them by name, IMEI and owner, in whatever capitals', async () => {
    const { search, made } = await shelf(
      { name: 'Kitchen', ownerId: await owner('Ana', 'Bērziņa') },
      { name: 'Hall' },
    )
    const [kitchen] = made
    for (const text of ['kitch', 'KITCHEN', 'ana b', 'BĒRZIŅA', 'ērzi', kitchen?.imei.slice(4, 12) ?? ''])
      expect([text, await search(text)]).toEqual([text, ['Kitchen']])
    for (const text of ['a', 'HA', 'l'])
      expect([text, await search(text)]).toContainEqual(expect.arrayContaining(['Hall']))
    expect(await search('bērziņš')).toEqual([])
  })

  it.each([
    ['Hebrew', 'שעון של רבקה', 'רבקה'],
    ['Arabic', 'ساعة فاطمة', 'فاطمة'],
    ['Cyrillic, whatever capitals', 'Часы Марии', 'МАРИИ'],
    ['a single letter', 'Щука', 'щ'],
    ['two letters', 'Ozols', 'zo'],
  ])('finds %s', async (_, name, text) => {
    const { search } = await shelf({ name }, { name: 'Other', ownerId: await owner('No', 'Body') })
    expect(await search(text)).toEqual([name])
  })

  it('takes signs for what they are', async () => {
    const { search } = await shelf(
      { name: '100% Ana' },
      { name: '100 Ana' },
      { name: 'a_b\\c' },
      { name: 'aXbXc' },
    )
    expect(await search('100%')).toEqual(['100% Ana'])
    expect(await search('0%_')).toEqual([])
    expect(await search('a_b')).toEqual(['a_b\\c'])
    expect(await search('b\\c')).toEqual(['a_b\\c'])
    expect(await search("'")).toEqual([])
  })

  it('follows an owner who is renamed, and a watch that is given to another or to nobody', async () => {
    const ana = await owner('Ana', 'Before')
    const { search, made } = await shelf({ name: 'Watch', ownerId: ana })
    const [watch] = made
    if (!watch) throw new Error('no watch')
    await harness.db.update(users).set({ lastName: 'Afterwards' }).where(eq(users.id, ana))
    expect([await search('before'), await search('ana after')]).toEqual([[], ['Watch']])
    const give = (ownerId: number | null) =>
      harness.db.update(devices).set({ ownerId }).where(eq(devices.id, watch.id))
    await give(await owner('Second', 'Owner'))
    expect([await search('afterwards'), await search('second')]).toEqual([[], ['Watch']])
    await give(null)
    expect(await search('second')).toEqual([])
  })
})

describe('sorting watches', () => {
  it('shows each once over the pages, though all have the same name', async () => {
    const { names } = await shelf(...Array.from({ length: 7 }, (_, n) => ({ name: 'Same', imsi: String(n) })))
    const seen = await Promise.all(
      [1, 2, 3].map((page) => names({ sort: '-name', size: '3', page: String(page) })),
    )
    expect(seen.map(({ length }) => length)).toEqual([3, 3, 1])
  })

  it('by owner or by when they spoke puts those without last, whichever way', async () => {
    const { names, made } = await shelf(
      { name: 'none' },
      { name: 'Zed', ownerId: await owner('Zed', 'Z') },
      { name: 'Amy', ownerId: await owner('Amy', 'A') },
    )
    expect(await names({ sort: 'ownerName' })).toEqual(['Amy', 'Zed', 'none'])
    expect(await names({ sort: '-ownerName' })).toEqual(['Zed', 'Amy', 'none'])
    for (const [index, minutes] of [
      [1, 9],
      [2, 3],
    ] as const)
      await harness.db
        .update(deviceStatus)
        .set({ lastSeenAt: minutesAgo(minutes), battery: minutes })
        .where(eq(deviceStatus.deviceId, made[index]?.id ?? 0))
    expect(await names({ sort: 'lastSeenAt' })).toEqual(['Zed', 'Amy', 'none'])
    expect(await names({ sort: '-lastSeenAt' })).toEqual(['Amy', 'Zed', 'none'])
    expect(await names({ sort: '-battery' })).toEqual(['Zed', 'Amy', 'none'])
  })

  it('filters by whether they are online', async () => {
    const { names, made } = await shelf({ name: 'on' }, { name: 'off' })
    await harness.db
      .update(deviceStatus)
      .set({ online: true })
      .where(eq(deviceStatus.deviceId, made[0]?.id ?? 0))
    expect(await names({ filterKey: 'online' })).toEqual(['on'])
    expect(await names({ filterKey: 'offline' })).toEqual(['off'])
  })
})
