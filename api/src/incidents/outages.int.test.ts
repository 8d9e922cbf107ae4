import { alarmHistory, alarms } from '@carewatch/migrations/schema/alarms'
import { createDevice } from '@carewatch/migrations/factories'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createCompanyFixture, type CompanyFixture, minutesAgo, raiseAlarm } from '../testing/fixtures.ts'
import { startHarness, type Harness } from '../testing/harness.ts'

let harness: Harness
let fixture: CompanyFixture
let outage: typeof alarms.$inferSelect
beforeAll(async () => {
  harness = await startHarness()
})
/** Six watches of a branch are silent, the first of them on the wrist of somebody with a family. */
beforeEach(async () => {
  fixture = await createCompanyFixture(harness)
  const many = { kind: 'OUTAGE', direction: 'NONE', category: 'TECHNICAL', metric: null, value: 6 } as const
  outage = (await raiseAlarm(harness, fixture, { ...many, deviceId: null, openedAt: minutesAgo(3) })).alarm
  const place = { companyId: fixture.company.id, branchId: fixture.branch.id }
  const others = await Promise.all(Array.from({ length: 5 }, () => createDevice(harness.db, place)))
  const silent = { kind: 'OFFLINE', category: 'TECHNICAL', severity: 'MEDIUM' } as const
  const at = minutesAgo(3)
  const made = await harness.db
    .insert(alarms)
    .values(
      [fixture.device, ...others].map(({ id }) => ({
        ...place,
        ...silent,
        deviceId: id,
        incidentId: outage.id,
        openedAt: at,
        lastAt: at,
      })),
    )
    .returning()
  await harness.db
    .insert(alarmHistory)
    .values([outage, ...made].map(({ id }) => ({ alarmId: id, step: 'OPENED' as const })))
})
afterAll(() => harness.close())

type Role = keyof CompanyFixture['people']
const get = async (path: string, as: Role = 'SUPERVISOR') =>
  (await harness.call('GET', path, { token: fixture.people[as].token })).context
const answer = (verb: string, body: object = {}) =>
  harness.call('POST', `/incidents/${outage.uuid}/${verb}`, { token: fixture.people.SUPERVISOR.token, body })
const parts = () => harness.db.select().from(alarms).where(eq(alarms.incidentId, outage.id))
const howMany = async (is: (alarm: typeof alarms.$inferSelect) => boolean) =>
  (await parts()).filter(is).length

describe('an outage', () => {
  it('is one row that says how many and where, and one that waits in each list', async () => {
    const after = await get('/notification/all/after/0')
    expect(after).toMatchObject({
      unacknowledged: 1,
      notifications: [
        { kind: 'OUTAGE', message: '6 watches went silent at once', branchName: fixture.branch.name },
      ],
    })
    expect(await get('/notification/all')).toMatchObject({
      unacknowledged: 1,
      total: 1,
      notifications: [{ kind: 'OUTAGE' }],
    })
    expect((await get(`/branch/details/${fixture.branch.uuid}`)).counts.waiting).toBe(1)
    // Each of them is an alarm all the same.
    expect(await get('/alarms?open=true')).toMatchObject({ total: 7 })
  })

  it('opens to those that are silent, and is none of a family, which sees that of its own person', async () => {
    const { incident } = await get(`/incidents/${outage.uuid}`)
    expect(incident).toMatchObject({ kind: 'OUTAGE', wearer: null, active: true })
    expect(incident.alarms.map(({ kind }: { kind: string }) => kind)).toEqual([
      'OUTAGE',
      ...Array.from({ length: 6 }, () => 'OFFLINE'),
    ])
    expect(incident.alarms.filter(({ wearer }: { wearer: object | null }) => wearer)).toMatchObject([
      { kind: 'OFFLINE', wearer: { name: 'Wilma' } },
    ])
    // Its story is its own, and not that of each.
    expect(incident.timeline).toMatchObject([{ step: 'OPENED', alarms: [outage.uuid] }])
    expect(await get('/notification/all/after/0', 'OWNER')).toMatchObject({
      unacknowledged: 0,
      notifications: [],
    })
    expect(await get('/alarms', 'OWNER')).toMatchObject({ total: 1, alarms: [{ kind: 'OFFLINE' }] })
  })

  it('is taken and taken back as one', async () => {
    expect((await answer('take')).status).toBe(200)
    expect(await howMany(({ acknowledgedById }) => acknowledgedById === fixture.people.SUPERVISOR.id)).toBe(6)
    expect((await get(`/incidents/${outage.uuid}`)).incident).toMatchObject({
      kind: 'OUTAGE',
      acknowledged: true,
    })
    expect((await answer('undo')).status).toBe(200)
    expect(await howMany(({ acknowledgedAt }) => acknowledgedAt === null)).toBe(6)
    expect(await get('/notification/all/after/0')).toMatchObject({ unacknowledged: 1 })
  })

  it('is ended alone: what is silent still is open, to be told by itself', async () => {
    const { incident } = await get(`/incidents/${outage.uuid}`)
    const shown = incident.alarms.map(({ uuid }: { uuid: string }) => uuid)
    expect((await answer('close', { alarms: shown })).status).toBe(200)
    const [{ closedAt } = outage] = await harness.db.select().from(alarms).where(eq(alarms.id, outage.id))
    expect(closedAt).not.toBeNull()
    expect(await howMany((alarm) => alarm.active && alarm.closedAt === null)).toBe(6)
  })
})
