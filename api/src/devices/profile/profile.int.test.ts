import { createDevice } from '@carewatch/migrations/factories'
import { deviceStatus } from '@carewatch/migrations/schema/devices'
import { auditLog } from '@carewatch/migrations/schema/people'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createCompanyFixture } from '../../testing/fixtures.ts'
import { startHarness, type Harness } from '../../testing/harness.ts'

let harness: Harness
beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness.close())

async function aWatch(deviceModel = 'SeTracker (3G)') {
  const { company, branch, people } = await createCompanyFixture(harness)
  const device = await createDevice(harness.db, { deviceModel, companyId: company.id, branchId: branch.id })
  const { token } = people.MANAGER
  const ask = async (method: 'GET' | 'POST', path: string, body?: object, who = token) =>
    harness.call(method, path, { token: who, ...(body && { body }) })
  return {
    ...device,
    people,
    ask,
    choose: (profile: string | null, who = token) =>
      ask('POST', `/devices/profile/${device.uuid}`, { profile }, who),
    shown: async () => (await ask('GET', `/devices/profile/${device.uuid}`)).context.profile,
    measure: () => ask('POST', '/devices/sendSignal', { deviceUUID: device.uuid, kind: 'MEASURE' }),
    cannot: async () => {
      const { states } = (await ask('GET', `/devices/settings/${device.uuid}`)).context
      return states
        .filter(({ state }: { state: string }) => state === 'NOT_SUPPORTED')
        .map(({ setting }: { setting: string }) => setting)
    },
  }
}

describe('the model profile of a watch', () => {
  it('is guessed by what it is registered as, then by what it sends, and takes nothing away', async () => {
    const watch = await aWatch('4P-Touch D41')
    expect(await watch.shown()).toMatchObject({
      taken: { name: '3g-4p-touch', by: 'MODEL' },
      guess: { name: '3g-4p-touch' },
    })
    await harness.db
      .update(deviceStatus)
      .set({ guessedProfile: '3g-setracker' })
      .where(eq(deviceStatus.deviceId, watch.id))
    const { taken, lacks, choices } = await watch.shown()
    expect({ taken, lacks }).toMatchObject({ taken: { name: '3g-setracker', by: 'SENT' }, lacks: [] })
    expect(choices.map(({ name }: { name: string }) => name)).toEqual([
      '3g-4p-touch',
      '3g-setracker',
      '3g-sg',
      '3g-zj',
      '3g-cs',
    ])
    expect((await watch.measure()).status).toBe(200)
  })

  it('says what the watch cannot where somebody chose it, until it is left to the guess again', async () => {
    const watch = await aWatch()
    const before = await watch.cannot()
    expect((await watch.choose('3g-setracker')).context.profile.taken).toMatchObject({ by: 'CHOSEN' })
    const lacking = ['heartRateIntervalMinutes', 'bloodPressureIntervalMinutes', 'autoTemperature']
    expect((await watch.cannot()).filter((one: string) => !before.includes(one)).toSorted()).toEqual(
      lacking.toSorted(),
    )
    const { status, message } = await watch.measure()
    expect({ status, message }).toEqual({ status: 409, message: 'This model cannot be told that' })
    const { commands } = (await watch.ask('GET', `/devices/detail/${watch.uuid}`)).context
    expect(commands).toEqual(['FIND', 'LOCATE', 'PANIC_ON', 'PANIC_OFF', 'RESET'])
    await watch.choose(null)
    expect(await watch.cannot()).toEqual(before)
    expect((await watch.measure()).status).toBe(200)
  })

  it('is left to the guess by another model, by the same one it stays', async () => {
    const watch = await aWatch()
    await watch.choose('3g-setracker')
    const change = (body: object) => watch.ask('POST', `/devices/update/${watch.uuid}`, body)
    expect((await change({ name: 'Hers', deviceModel: 'SeTracker (3G)' })).status).toBe(200)
    expect((await watch.shown()).taken).toMatchObject({ name: '3g-setracker', by: 'CHOSEN' })
    expect((await change({ deviceModel: '4P-Touch D41' })).status).toBe(200)
    expect((await watch.shown()).taken).toMatchObject({ name: '3g-4p-touch', by: 'MODEL' })
    expect((await watch.measure()).status).toBe(200)
  })

  it('is changed by who manages devices, in their house, with a trace', async () => {
    const watch = await aWatch()
    for (const role of ['SUPERVISOR', 'OWNER', 'COMPANY_MONITOR'] as const)
      expect((await watch.choose('3g-sg', watch.people[role].token)).status).toBe(403)
    const stranger = (await createCompanyFixture(harness)).people.MANAGER
    expect((await watch.choose('3g-sg', stranger.token)).status).toBe(404)
    // One of another make, and one that is none.
    for (const profile of ['iw-v3.03', 'anything', 7])
      expect((await watch.choose(profile as string)).status).toBe(400)
    expect((await watch.shown()).taken).toBeNull()
    await watch.choose('3g-sg')
    const traces = await harness.db
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.entityUuid, watch.uuid), eq(auditLog.action, 'updated')))
    expect(traces.map(({ detail }) => detail)).toEqual([{ fields: ['profile'], from: null, to: '3g-sg' }])
  })
})
