import {
  createBranch,
  createCompany,
  createDevice,
  createRejectedMessage,
} from '@carewatch/migrations/factories'
import { devices, deviceStatus, watchSettings } from '@carewatch/migrations/schema/devices'
import { assignments, wearers } from '@carewatch/migrations/schema/wearers'
import { settingStates } from '@carewatch/migrations/schema/setting-states'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadViewer } from '../../access/viewer.ts'
import { minutesAgo } from '../../testing/fixtures.ts'
import { startHarness, type Harness } from '../../testing/harness.ts'
import { addRoom } from '../../testing/rooms.ts'
import { unreadDevices } from './unread.ts'

let harness: Harness
beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness.close())

type State = {
  minutes?: number
  battery?: number
  model?: string
  branchId?: number
  revision?: number
  reported?: number
  number?: string
}
const HOUR = 60
const DAY = 24 * HOUR

/** A house with these watches, by their names, and its manager. */
async function fleetOf(watches: Record<string, State>) {
  const { db } = harness
  const company = await createCompany(db)
  const branch = await createBranch(db, company.id, { name: 'House of the lake' })
  const { token } = await harness.person('MANAGER', { companyId: company.id })
  const ids: Record<string, number> = {}
  for (const [name, state] of Object.entries(watches)) {
    const { minutes, battery, model = 'native', branchId = branch.id, revision = 1, number } = state
    const device = await createDevice(
      db,
      { name, deviceModel: model, companyId: company.id, branchId, mobileNumber: number ?? null },
      { revision, reportedRevision: state.reported ?? null },
    )
    ids[name] = device.id
    const lastSeenAt = minutes === undefined ? null : minutesAgo(minutes)
    await db
      .update(deviceStatus)
      .set({ lastSeenAt, battery: battery ?? null })
      .where(eq(deviceStatus.deviceId, device.id))
  }
  const ask = async (path: string, query: Record<string, string>, who = token) =>
    (await harness.call('GET', `${path}?${new URLSearchParams(query).toString()}`, { token: who })).context
  return {
    company,
    branch,
    token,
    id: (name: string) => ids[name] ?? 0,
    facets: async (query: Record<string, string> = {}, who = token) => {
      const { facets, firmware, total } = await ask('/devices/facets', query, who)
      // What came later stands beside the others: a page of before reads no other name among them.
      expect(facets.map(({ name }: { name: string }) => name)).not.toContain('firmware')
      type Value = { value: string; name: string | null; count: number }
      const counted = [...facets, ...(firmware ? [firmware] : [])].map(
        ({ name, values }: { name: string; values: Value[] }) => [
          name,
          Object.fromEntries(values.map((each) => [each.name ?? each.value, each.count])),
        ],
      )
      return { total, ...Object.fromEntries(counted) }
    },
    names: async (query: Record<string, string>): Promise<string[]> =>
      (await ask('/devices/all', { sort: 'name', ...query })).devices.map(
        ({ name }: { name: string }) => name,
      ),
  }
}

describe('the facets of a fleet', () => {
  it('say how many are of each value', async () => {
    const { facets } = await fleetOf({
      now: { minutes: 1, battery: 80, reported: 1 },
      hour: { minutes: 2 * HOUR, battery: 50, revision: 3, reported: 2 },
      day: { minutes: 2 * DAY, battery: 20, model: 'watch-iw' },
      week: { minutes: 8 * DAY, battery: 10, model: 'watch-pt60' },
      never: {},
    })
    expect(await facets()).toMatchObject({
      total: 5,
      branch: { 'House of the lake': 5 },
      deviceModel: { native: 3, 'watch-iw': 1, 'watch-pt60': 1 },
      silence: { HEARD: 1, HOUR: 1, DAY: 1, WEEK: 1, NEVER: 1 },
      battery: { FULL: 1, HALF: 1, LOW: 1, EMPTY: 1, UNKNOWN: 1 },
      // One that takes no settings differs in none.
      settings: { DIFFERENT: 3, REACHED: 2 },
      messages: { READ: 5 },
    })
  })

  it('count each under what is chosen of the others, and the list shows the same', async () => {
    const { facets, names, branch } = await fleetOf({
      a: { minutes: 2 * DAY, battery: 5 },
      b: { minutes: 2 * DAY, battery: 90 },
      c: { minutes: 9 * DAY, battery: 5 },
      d: { minutes: 1, battery: 5, model: 'watch-iw' },
    })
    const chosen = { silence: 'DAY|WEEK', battery: 'EMPTY|LOW' }
    expect(await facets(chosen)).toMatchObject({
      total: 2,
      deviceModel: { native: 2 },
      silence: { DAY: 1, WEEK: 1, HEARD: 1 },
      battery: { EMPTY: 2, FULL: 1 },
    })
    expect(await names(chosen)).toEqual(['a', 'c'])
    expect(await names({ deviceModel: 'watch-iw|unheard of' })).toEqual(['d'])
    expect(await facets({ branch: branch.uuid, deviceModel: 'none of these' })).toMatchObject({
      branch: { [branch.name]: 0 },
    })
  })

  it('are of one’s own scope, and a house of somebody else is none', async () => {
    const { facets, names, branch } = await fleetOf({ a: {} })
    const other = await fleetOf({ b: {}, c: {} })
    expect((await facets()).total).toBe(1)
    expect((await facets({ branch: other.branch.uuid })).total).toBe(0)
    expect(await names({ branch: other.branch.uuid })).toEqual([])
    expect(await names({ branch: branch.uuid })).toEqual(['a'])
    expect(await names({ branch: 'none' })).toEqual([])
  })

  it('know which sent what nobody could read, and say so to whoever may read of it', async () => {
    const { facets, names, id, company } = await fleetOf({ good: {}, bad: {}, worse: {} })
    for (const name of ['bad', 'bad', 'worse'])
      await createRejectedMessage(harness.db, { deviceId: id(name) })
    expect(await facets()).toMatchObject({ messages: { UNREAD: 2, READ: 1 } })
    expect(await names({ messages: 'UNREAD' })).toEqual(['bad', 'worse'])
    // Of those of other houses, however many, none takes the place of one of these.
    const other = await fleetOf({ theirs: {} })
    await createRejectedMessage(harness.db, { deviceId: other.id('theirs') })
    const manager = await harness.person('MANAGER', { companyId: company.id })
    const viewer = await loadViewer(harness.db, manager.uuid)
    expect(viewer && (await unreadDevices(harness.db, viewer, 1))).toEqual([id('worse')])
    const monitor = await harness.person('COMPANY_MONITOR', { companyId: company.id })
    expect(await facets({}, monitor.token)).not.toHaveProperty('messages')
    const { status } = await harness.call('GET', '/devices/all?messages=UNREAD', { token: monitor.token })
    expect(status).toBe(400)
  })

  it('count what the watches say of their version, for whoever has to do with how they work', async () => {
    const { facets, names, id, company, token } = await fleetOf({
      old: {},
      newer: {},
      newest: {},
      silent: {},
    })
    const versions = { old: 'V2.10', newer: 'V3.03', newest: 'V3.03' }
    for (const [name, firmware] of Object.entries(versions))
      await harness.db
        .update(deviceStatus)
        .set({ firmware })
        .where(eq(deviceStatus.deviceId, id(name)))
    expect(await facets()).toMatchObject({ firmware: { 'V2.10': 1, 'V3.03': 2, none: 1 } })
    expect(await names({ firmware: 'V3.03' })).toEqual(['newer', 'newest'])
    expect(await names({ firmware: 'none|V2.10' })).toEqual(['old', 'silent'])
    const monitor = await harness.person('COMPANY_MONITOR', { companyId: company.id })
    const [device] = await harness.db
      .select()
      .from(devices)
      .where(eq(devices.id, id('newest')))
    const firmwareFor = async (who: string) =>
      (await harness.call('GET', `/devices/detail/${device?.uuid}`, { token: who })).context.firmware
    expect(await firmwareFor(token)).toBe('V3.03')
    expect(await firmwareFor(monitor.token)).toBeNull()
    expect(await facets({}, monitor.token)).not.toHaveProperty('firmware')
    const { status } = await harness.call('GET', '/devices/all?firmware=V3.03', { token: monitor.token })
    expect(status).toBe(400)
  })

  it('differ in settings as the watch’s own page says', async () => {
    const { names, id } = await fleetOf({ same: { reported: 1 }, other: { revision: 2, reported: 1 } })
    expect(await names({ settings: 'DIFFERENT' })).toEqual(['other'])
    await harness.db
      .update(watchSettings)
      .set({ reportedRevision: 2 })
      .where(eq(watchSettings.deviceId, id('other')))
    expect(await names({ settings: 'DIFFERENT' })).toEqual([])
    const sending = { deviceId: id('same'), setting: 'fallDetection', revision: 1, sentAt: new Date() }
    await harness.db.insert(settingStates).values(sending)
    expect(await names({ settings: 'DIFFERENT' })).toEqual(['same'])
    const ofSame = eq(settingStates.deviceId, id('same'))
    await harness.db.update(settingStates).set({ isTaken: false, isReadBack: true }).where(ofSame)
    expect(await names({ settings: 'DIFFERENT' })).toEqual(['same'])
    await harness.db.update(settingStates).set({ isTaken: true }).where(ofSame)
    expect(await names({ settings: 'DIFFERENT' })).toEqual([])
  })
})

describe('searching a fleet', () => {
  it('finds a watch by its number, and by the room of who wears it', async () => {
    const { names, company, branch, id } = await fleetOf({
      kitchen: { number: '+972501234567' },
      hall: { number: '+972507654321' },
    })
    for (const text of ['050-123-4567', '0501234567', '+972 50 123', '2345'])
      expect([text, await names({ search: text })]).toEqual([text, ['kitchen']])
    const room = await addRoom(harness, branch.id, { name: 'Rose garden' })
    const [wearer] = await harness.db
      .insert(wearers)
      .values({ firstName: 'Wilma', companyId: company.id, branchId: branch.id, roomId: room.id })
      .returning()
    await harness.db
      .insert(assignments)
      .values({ wearerId: wearer?.id ?? 0, deviceId: id('hall'), startedAt: minutesAgo(5) })
    expect(await names({ search: 'rose gar' })).toEqual(['hall'])
  })
})
