import type { LiveEvent } from '@carewatch/contracts/events'
import type { Role } from '@carewatch/contracts/roles'
import { liveTopic } from '@carewatch/contracts/topics'
import { devices, relatives } from '@carewatch/migrations/schema/devices'
import { assignments, wearers } from '@carewatch/migrations/schema/wearers'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createCompanyFixture, type CompanyFixture } from '../testing/fixtures.ts'
import { look, publish, type Screen, settled } from '../testing/screen.ts'
import { startHarness, type Harness, until } from '../testing/harness.ts'

let harness: Harness
let fixture: CompanyFixture
let other: CompanyFixture
beforeAll(async () => {
  harness = await startHarness()
  fixture = await createCompanyFixture(harness)
  other = await createCompanyFixture(harness)
  await until('the api is ready', async () => (await fetch(`${harness.api.url}/api/health/ready`)).ok)
})
afterAll(() => harness.close())

/** A screen may send so many frames a second: asked more often, it would be cut off. */
const soon = { timeout: 15_000, interval: 250 }
const positionOf = (deviceUuid: string): LiveEvent => ({
  type: 'position',
  deviceUuid,
  position: { time: new Date(), lat: 32.1, lng: 34.8, accuracy: 12, source: 'GPS' },
})
const walk = () => publish(harness, liveTopic.position(fixture.device.uuid), positionOf(fixture.device.uuid))
const receives = ({ received }: Screen) => received.some(({ type }) => type === 'position')

const lookFor = async (token: string) => {
  const screen = await look(harness, token)
  screen.send({ type: 'watch', devices: [], located: [fixture.device.uuid] })
  await settled(screen)
  return screen
}
const untilReceived = (screen: Screen) =>
  until('the position is heard', async () => {
    await walk()
    return receives(screen)
  })

/** What a screen has received by the time that a nurse has. */
async function isGiven(screen: Screen): Promise<boolean> {
  const nurse = await lookFor(fixture.people.SUPERVISOR.token)
  await untilReceived(nurse)
  await settled(screen)
  nurse.socket.close()
  screen.socket.close()
  return receives(screen)
}

const grant = (maySeeLocation: boolean) =>
  harness.db.update(relatives).set({ maySeeLocation }).where(eq(relatives.userId, fixture.people.RELATIVE.id))

describe('where a watch is, live', () => {
  it.each<Role>(['ADMIN', 'MANAGER', 'SUPERVISOR', 'OWNER', 'MONITOR', 'COMPANY_MONITOR'])(
    'is told to %s who looks at it',
    async (role) => {
      const screen = await lookFor(fixture.people[role].token)
      await untilReceived(screen)
      expect(screen.received.at(-1)).toMatchObject({ position: { lat: 32.1, lng: 34.8, accuracy: 12 } })
      screen.socket.close()
    },
  )

  it('is not told to whoever looks at its readings alone', async () => {
    expect(await isGiven(await look(harness, fixture.people.OWNER.token, [fixture.device.uuid]))).toBe(false)
  })

  it('is not told in another house, nor to whoever sees no devices', async () => {
    expect(await isGiven(await lookFor(other.people.MANAGER.token))).toBe(false)
    expect(await isGiven(await lookFor(fixture.people.USER.token))).toBe(false)
  })

  it('is told to a relative for as long as the grant says so', async () => {
    await grant(true)
    const relative = await lookFor(fixture.people.RELATIVE.token)
    await untilReceived(relative)
    await grant(false)
    const isStillSent = async () => {
      const before = relative.received.length
      await walk()
      await settled(relative)
      return relative.received.slice(before).some(({ type }) => type === 'position')
    }
    await expect.poll(isStillSent, soon).toBe(false)
    relative.socket.close()
    expect(await isGiven(await lookFor(fixture.people.RELATIVE.token))).toBe(false)
  })

  it('is told no more when the watch has moved elsewhere', async () => {
    const screen = await lookFor(fixture.people.MONITOR.token)
    await untilReceived(screen)
    await harness.db.update(devices).set({ branchId: null }).where(eq(devices.id, fixture.device.id))
    const isStillSent = async () => {
      const before = screen.received.length
      await walk()
      await settled(screen)
      return screen.received.slice(before).some(({ type }) => type === 'position')
    }
    await expect.poll(isStillSent, soon).toBe(false)
    await harness.db
      .update(devices)
      .set({ branchId: fixture.branch.id })
      .where(eq(devices.id, fixture.device.id))
    screen.socket.close()
  })
})

it('what comes late from who wore a watch before is passed on to nobody who looks at who wears it now', async () => {
  const { db } = harness
  const { device, people } = await createCompanyFixture(harness)
  const screen = await look(harness, people.OWNER.token)
  screen.send({ type: 'watch', devices: [device.uuid], located: [device.uuid] })
  await settled(screen)
  const before = new Date(Date.now() - 3_600_000)
  const readingsAt = (time: Date): LiveEvent => ({
    type: 'readings',
    deviceUuid: device.uuid,
    readings: [{ time, values: { heartRate: 71 } }],
  })
  const passed = (): string[] =>
    screen.received.flatMap(({ type, readings }) =>
      // Safe: as a readings event is written.
      type === 'readings' ? (readings as { time: string }[]).map(({ time }) => time) : [],
    )
  /** What is passed on of what is published now, one after another. */
  const passedOf = async (...times: Date[]): Promise<string[]> => {
    const count = passed().length
    for (const time of times) await publish(harness, liveTopic.readings(device.uuid), readingsAt(time))
    await settled(screen)
    return passed().slice(count)
  }
  await expect.poll(() => passedOf(before), soon).toEqual([before.toISOString()])

  // Another wears it from now on: announced to whoever remembers it.
  await db.update(assignments).set({ endedAt: new Date() }).where(eq(assignments.deviceId, device.id))
  const [wearer] = await db.insert(wearers).values({ firstName: 'Next' }).returning()
  const values = { wearerId: wearer?.id ?? 0, deviceId: device.id, startedAt: new Date() }
  await db.insert(assignments).values(values)
  const now = new Date()
  await expect.poll(() => passedOf(before, now), soon).toEqual([now.toISOString()])
  screen.socket.close()
})
