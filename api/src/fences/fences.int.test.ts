import { FENCES_MAX } from '@carewatch/contracts/fences'
import { alarms } from '@carewatch/migrations/schema/alarms'
import { ruleStates } from '@carewatch/migrations/schema/rules'
import { fences, relatives } from '@carewatch/migrations/schema/devices'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDevice, createCompanyFixture, type CompanyFixture } from '../testing/fixtures.ts'
import { startHarness, type Harness } from '../testing/harness.ts'

let harness: Harness
let fixture: CompanyFixture
beforeAll(async () => {
  harness = await startHarness()
  fixture = await createCompanyFixture(harness)
})
afterAll(() => harness.close())

const home = { lat: 32.08, lng: 34.78 }
const away = { lat: 32.1, lng: 34.8 }
const circle = { kind: 'CIRCLE', centre: home, radiusM: 200 }
const corners = [home, { lat: 32.09, lng: 34.78 }, { lat: 32.09, lng: 34.79 }]

const as = (role: keyof CompanyFixture['people']) => ({ token: fixture.people[role].token })
const listed = async (uuid: string) =>
  (await harness.call('GET', `/devices/fences/${uuid}`, as('OWNER'))).context.fences
const setHome = (uuid: string, homeLocation: typeof home | null) =>
  harness.call('POST', `/devices/update/${uuid}`, { ...as('OWNER'), body: { homeLocation } })
const draw = (deviceUUID: string, fence: object = {}) =>
  harness.call('POST', '/devices/fence/new', {
    ...as('OWNER'),
    body: { deviceUUID, name: 'Garden', shape: circle, ...fence },
  })
const change = (uuid: string, body: object) =>
  harness.call('POST', `/devices/fence/update/${uuid}`, { ...as('SUPERVISOR'), body })

describe('the fence around the home', () => {
  it('is there as soon as the home is set, moves with it and goes with it', async () => {
    const { uuid } = await addDevice(harness, fixture)
    expect(await listed(uuid)).toEqual([])
    await setHome(uuid, home)
    expect(await listed(uuid)).toMatchObject([
      { isHome: true, severity: 'HIGH', shape: { kind: 'CIRCLE', centre: home, radiusM: 150 } },
    ])
    await setHome(uuid, away)
    expect(await listed(uuid)).toMatchObject([{ isHome: true, shape: { centre: away } }])
    await setHome(uuid, null)
    expect(await listed(uuid)).toEqual([])
  })

  it('keeps its width and its line drawn by hand when the home moves', async () => {
    const { uuid } = await addDevice(harness, fixture)
    await setHome(uuid, home)
    const [fence] = await listed(uuid)
    await change(fence.uuid, { shape: { ...circle, radiusM: 500 } })
    await setHome(uuid, away)
    expect(await listed(uuid)).toMatchObject([{ shape: { centre: away, radiusM: 500 } }])
    const shape = { kind: 'POLYGON', corners }
    await change(fence.uuid, { shape })
    await setHome(uuid, home)
    expect(await listed(uuid)).toMatchObject([{ shape }])
  })
})

describe('a fence', () => {
  it('is drawn with a name, a severity and hours, changed and deleted', async () => {
    const { uuid } = await addDevice(harness, fixture)
    const schedule = { days: [5, 6], from: '22:00', to: '06:00' }
    const { context } = await draw(uuid, { schedule, severity: 'CRITICAL' })
    expect(context.fence).toMatchObject({ name: 'Garden', schedule, severity: 'CRITICAL', isActive: true })
    const changed = await change(context.fence.uuid, { isActive: false, schedule: null })
    expect(changed.context.fence).toMatchObject({ isActive: false, schedule: null, name: 'Garden' })
    const gone = () => harness.call('DELETE', `/devices/fence/${context.fence.uuid}`, as('OWNER'))
    expect((await gone()).status).toBe(200)
    expect((await gone()).status).toBe(404)
    expect(await listed(uuid)).toEqual([])
  })

  it('says where the wearer stands, and that nobody knows once no position has come for two intervals', async () => {
    const { uuid, id: deviceId } = await addDevice(harness, fixture)
    const { fence } = (await draw(uuid)).context
    expect(fence.standing).toBe('UNKNOWN')
    const stoodAt = async (minutesAgo: number) => {
      const side = { stands: 'OUTSIDE', outside: 1, left: false, at: Date.now() - minutesAgo * 60_000 }
      const state = { [fence.uuid]: side }
      await harness.db
        .insert(ruleStates)
        .values({ deviceId, kind: 'GEOFENCE', state })
        .onConflictDoUpdate({ target: [ruleStates.deviceId, ruleStates.kind], set: { state } })
      return (await listed(uuid))[0].standing
    }
    expect([await stoodAt(29), await stoodAt(31)]).toEqual(['OUTSIDE', 'UNKNOWN'])
  })

  it('is named by the alarm of whoever left it', async () => {
    const device = await addDevice(harness, fixture)
    const { fence } = (await draw(device.uuid)).context
    const [row] = await harness.db.select().from(fences).where(eq(fences.uuid, fence.uuid))
    const at = new Date()
    const [alarm] = await harness.db
      .insert(alarms)
      .values({
        deviceId: device.id,
        companyId: fixture.company.id,
        kind: 'GEOFENCE',
        category: 'OPERATIONAL',
        severity: 'HIGH',
        fenceId: row?.id ?? null,
        openedAt: at,
        lastAt: at,
      })
      .returning()
    const { context } = await harness.call('GET', `/alarms/${alarm?.uuid}`, as('OWNER'))
    expect(context.alarm.fence).toEqual({ uuid: fence.uuid, name: 'Garden', isHome: false })
    expect((await harness.call('GET', `/alarms/${alarm?.uuid}`, as('RELATIVE'))).status).toBe(403)
  })

  it('tells whoever changes it second that somebody was faster', async () => {
    const { uuid } = await addDevice(harness, fixture)
    const { fence } = (await draw(uuid)).context
    const { updatedAt } = fence
    expect((await change(fence.uuid, { name: 'Park', updatedAt })).status).toBe(200)
    expect((await change(fence.uuid, { name: 'Yard', updatedAt })).status).toBe(409)
  })

  it.each([
    ['a circle smaller than a watch is exact', { shape: { ...circle, radiusM: 99 } }, 'shape.radiusM'],
    ['two corners', { shape: { kind: 'POLYGON', corners: corners.slice(1) } }, 'shape.corners'],
    [
      'a line that crosses itself',
      {
        shape: {
          kind: 'POLYGON',
          corners: [...corners, { lat: 32.085, lng: 34.77 }, { lat: 32.1, lng: 34.8 }],
        },
      },
      'shape.corners',
    ],
    ['no day', { schedule: { days: [], from: '22:00', to: '06:00' } }, 'schedule.days'],
    ['no name', { name: ' ' }, 'name'],
  ])('is refused with %s, by the field', async (_, fence, field) => {
    const { device } = fixture
    const answer = await draw(device.uuid, fence)
    expect(answer.status).toBe(400)
    expect(Object.keys(answer.context.errors)).toContain(field)
  })

  it('is one of not too many', async () => {
    const { uuid, id: deviceId } = await addDevice(harness, fixture)
    const values = Array.from({ length: FENCES_MAX }, () => ({
      deviceId,
      name: 'One',
      ...home,
      radiusM: 150,
    }))
    await harness.db.insert(fences).values(values)
    expect((await draw(uuid)).status).toBe(400)
  })

  it('is not told to a relative who may not see where the watch is, and not changed by one who may', async () => {
    const { uuid, id } = await addDevice(harness, fixture)
    const { fence } = (await draw(uuid)).context
    const look = () => harness.call('GET', `/devices/fences/${uuid}`, as('RELATIVE'))
    expect((await look()).context.fences).toHaveLength(1)
    const moved = await harness.call('POST', `/devices/fence/update/${fence.uuid}`, {
      ...as('RELATIVE'),
      body: { name: 'Park' },
    })
    expect(moved.status).toBe(403)
    await harness.db.update(relatives).set({ maySeeLocation: false }).where(eq(relatives.deviceId, id))
    expect((await look()).status).toBe(403)
  })

  it('of another company is not there', async () => {
    const other = await createCompanyFixture(harness)
    const [theirs] = await harness.db
      .insert(fences)
      .values({ deviceId: other.device.id, name: 'Theirs', ...home, radiusM: 150 })
      .returning()
    expect((await change(theirs?.uuid ?? '', { name: 'Mine' })).status).toBe(404)
    expect((await harness.call('DELETE', `/devices/fence/${theirs?.uuid}`, as('MANAGER'))).status).toBe(404)
    expect((await harness.call('GET', `/devices/fences/${other.device.uuid}`, as('MANAGER'))).status).toBe(
      404,
    )
    expect((await draw(other.device.uuid)).status).toBe(404)
  })
})
