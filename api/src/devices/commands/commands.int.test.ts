import { relatives, deviceCommands, devices } from '@carewatch/migrations/schema/devices'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { loadViewer } from '../../access/viewer.ts'
import { visibleLocations } from '../../access/visible.ts'
import { createCompanyFixture, type CompanyFixture, minutesAgo } from '../../testing/fixtures.ts'
import { startHarness, type Harness } from '../../testing/harness.ts'

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
const publish = (path: string, body: object, role: Role = 'RELATIVE') =>
  harness.call('POST', path, {
    token: fixture.people[role].token,
    body: { deviceUUID: fixture.device.uuid, ...body },
  })
const given = async (query = '', role: Role = 'OWNER') => {
  const path = `/devices/commands/${fixture.device.uuid}?${query}`
  const { context } = await harness.call('GET', path, { token: fixture.people[role].token })
  return context
}

describe('telling a watch something', () => {
  it('waits for the watch a day, and says who asked', async () => {
    const { context } = await publish('/devices/sendSignal', {})
    expect(context).toMatchObject({ lastSeenAt: null, command: { kind: 'FIND', state: 'QUEUED' } })
    const life = Date.parse(context.command.expiresAt) - Date.parse(context.command.createdAt)
    expect(Math.round(life / 3_600_000)).toBe(24)
    expect(await given()).toMatchObject({ total: 1, commands: [{ uuid: context.command.uuid }] })
  })

  it('takes the place of the same thing still waiting, and of panic the other way', async () => {
    await publish('/devices/panicMode', { on: true })
    await publish('/devices/sendSignal', { kind: 'FIND' })
    await publish('/devices/panicMode', { on: false })
    const kinds = async (query: string) =>
      (await given(query)).commands.map(({ kind }: { kind: string }) => kind)
    expect(await kinds('state=QUEUED')).toEqual(['PANIC_OFF', 'FIND'])
    expect(await kinds('state=EXPIRED')).toEqual(['PANIC_ON'])
    expect(await kinds('search=panic&sort=createdAt')).toEqual(['PANIC_ON', 'PANIC_OFF'])
  })

  it('leaves one waiting when many press at once', async () => {
    const asked = Array.from({ length: 8 }, () => publish('/devices/sendSignal', { kind: 'FIND' }))
    expect((await Promise.all(asked)).map(({ status }) => status)).toEqual(Array(8).fill(200))
    expect(await given('state=QUEUED')).toMatchObject({ total: 1 })
  })

  it('is over when its time is', async () => {
    const { context } = await publish('/devices/sendSignal', {})
    await harness.db
      .update(deviceCommands)
      .set({ expiresAt: minutesAgo(1) })
      .where(eq(deviceCommands.uuid, context.command.uuid))
    expect((await given('state=EXPIRED')).commands).toMatchObject([{ state: 'EXPIRED' }])
    expect(await given('state=QUEUED')).toMatchObject({ total: 0 })
  })

  it('is for whoever follows the watch, not for a plain user or another house', async () => {
    expect((await publish('/devices/panicMode', { on: true }, 'USER')).status).toBe(403)
    const other = await createCompanyFixture(harness)
    const { token } = other.people.MANAGER
    const body = { deviceUUID: fixture.device.uuid, on: true }
    expect((await harness.call('POST', '/devices/panicMode', { token, body })).status).toBe(404)
  })

  it('needs a device and a yes or no', async () => {
    const { token } = fixture.people.OWNER
    const { status, context } = await harness.call('POST', '/devices/panicMode', { token, body: {} })
    expect([status, context.errors]).toEqual([400, { deviceUUID: 'is required', on: 'is required' }])
  })
})

describe('the location of a watch', () => {
  const located = async (role: Role) => {
    const viewer = await loadViewer(harness.db, fixture.people[role].uuid)
    if (!viewer) throw new Error('nobody')
    return harness.db.$count(devices, and(eq(devices.id, fixture.device.id), visibleLocations(viewer)))
  }

  it('is for a relative only where the grant says so', async () => {
    expect(await located('RELATIVE')).toBe(1)
    await harness.db
      .update(relatives)
      .set({ maySeeLocation: false })
      .where(eq(relatives.userId, fixture.people.RELATIVE.id))
    expect(await located('RELATIVE')).toBe(0)
    expect([await located('OWNER'), await located('MONITOR'), await located('USER')]).toEqual([1, 1, 0])
  })
})
