import { relatives, deviceCommands, devices } from '@carewatch/migrations/schema/devices'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { loadViewer } from '../access/viewer.ts'
import { visibleLocations } from '../access/visible.ts'
import { createHouse, type House, minutesAgo } from '../testing/house.ts'
import { startStand, type Stand } from '../testing/stand.ts'

let stand: Stand
let house: House
beforeAll(async () => {
  stand = await startStand()
})
beforeEach(async () => {
  house = await createHouse(stand)
})
afterAll(() => stand.close())

type Role = keyof House['people']
const tell = (path: string, body: object, role: Role = 'RELATIVE') =>
  stand.call('POST', path, {
    token: house.people[role].token,
    body: { deviceUUID: house.device.uuid, ...body },
  })
const told = async (query = '', role: Role = 'OWNER') => {
  const path = `/devices/commands/${house.device.uuid}?${query}`
  const { context } = await stand.call('GET', path, { token: house.people[role].token })
  return context
}

describe('telling a watch something', () => {
  it('waits for the watch a day, and says who asked', async () => {
    const { context } = await tell('/devices/sendSignal', {})
    expect(context).toMatchObject({ lastSeenAt: null, command: { kind: 'FIND', state: 'QUEUED' } })
    const life = Date.parse(context.command.expiresAt) - Date.parse(context.command.createdAt)
    expect(Math.round(life / 3_600_000)).toBe(24)
    expect(await told()).toMatchObject({ total: 1, commands: [{ uuid: context.command.uuid }] })
  })

  it('takes the place of the same thing still waiting, and of panic the other way', async () => {
    await tell('/devices/panicMode', { on: true })
    await tell('/devices/sendSignal', { kind: 'FIND' })
    await tell('/devices/panicMode', { on: false })
    const kinds = async (query: string) =>
      (await told(query)).commands.map(({ kind }: { kind: string }) => kind)
    expect(await kinds('state=QUEUED')).toEqual(['PANIC_OFF', 'FIND'])
    expect(await kinds('state=EXPIRED')).toEqual(['PANIC_ON'])
    expect(await kinds('search=panic&sort=createdAt')).toEqual(['PANIC_ON', 'PANIC_OFF'])
  })

  it('leaves one waiting when many press at once', async () => {
    const asked = Array.from({ length: 8 }, () => tell('/devices/sendSignal', { kind: 'FIND' }))
    expect((await Promise.all(asked)).map(({ status }) => status)).toEqual(Array(8).fill(200))
    expect(await told('state=QUEUED')).toMatchObject({ total: 1 })
  })

  it('is over when its time is', async () => {
    const { context } = await tell('/devices/sendSignal', {})
    await stand.db
      .update(deviceCommands)
      .set({ expiresAt: minutesAgo(1) })
      .where(eq(deviceCommands.uuid, context.command.uuid))
    expect((await told('state=EXPIRED')).commands).toMatchObject([{ state: 'EXPIRED' }])
    expect(await told('state=QUEUED')).toMatchObject({ total: 0 })
  })

  it('is for whoever follows the watch, not for a plain user or another house', async () => {
    expect((await tell('/devices/panicMode', { on: true }, 'USER')).status).toBe(403)
    const other = await createHouse(stand)
    const { token } = other.people.MANAGER
    const body = { deviceUUID: house.device.uuid, on: true }
    expect((await stand.call('POST', '/devices/panicMode', { token, body })).status).toBe(404)
  })

  it('needs a device and a yes or no', async () => {
    const { token } = house.people.OWNER
    const { status, context } = await stand.call('POST', '/devices/panicMode', { token, body: {} })
    expect([status, context.errors]).toEqual([400, { deviceUUID: 'is required', on: 'is required' }])
  })
})

describe('the location of a watch', () => {
  const located = async (role: Role) => {
    const viewer = await loadViewer(stand.db, house.people[role].uuid)
    if (!viewer) throw new Error('nobody')
    return stand.db.$count(devices, and(eq(devices.id, house.device.id), visibleLocations(viewer)))
  }

  it('is for a relative only where the grant says so', async () => {
    expect(await located('RELATIVE')).toBe(1)
    await stand.db
      .update(relatives)
      .set({ maySeeLocation: false })
      .where(eq(relatives.userId, house.people.RELATIVE.id))
    expect(await located('RELATIVE')).toBe(0)
    expect([await located('OWNER'), await located('MONITOR'), await located('USER')]).toEqual([1, 1, 0])
  })
})
