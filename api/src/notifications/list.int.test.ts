import { MAX_NOTIFICATIONS, MAX_UNACKNOWLEDGED } from '@carewatch/contracts/http/notifications'
import { notifications } from '@carewatch/migrations/schema/alarms'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import {
  addDevice,
  createCompanyFixture,
  type CompanyFixture,
  minutesAgo,
  raiseAlarm,
} from '../testing/fixtures.ts'
import { startHarness, type Harness } from '../testing/harness.ts'

let harness: Harness
let fixture: CompanyFixture
beforeAll(async () => {
  harness = await startHarness()
})
beforeEach(async () => {
  fixture = await createCompanyFixture(harness)
})
afterAll(() => harness.close())

const DAY = 24 * 60
const after = async (path: string, role: keyof CompanyFixture['people'] = 'SUPERVISOR') =>
  (await harness.call('GET', `/notification/all/after/${path}`, { token: fixture.people[role].token }))
    .context
const kinds = ({ notifications }: { notifications: { kind: string }[] }) =>
  notifications.map(({ kind }) => kind)

it('what a watch told late of long ago is told too, where it stands by triage', async () => {
  await raiseAlarm(harness, fixture, { kind: 'SPO2', direction: 'LOW', openedAt: minutesAgo(30) })
  await raiseAlarm(harness, fixture, { kind: 'FALL', openedAt: minutesAgo(20 * DAY), late: true })
  await raiseAlarm(harness, fixture, { kind: 'SOS', openedAt: minutesAgo(2) })
  expect(kinds(await after('0'))).toEqual(['SOS', 'FALL', 'SPO2'])
  expect(kinds(await after(`0?imei=${fixture.device.imei}`))).toEqual(['SOS', 'FALL', 'SPO2'])
})

/** What came late stands alone, each an incident of its own. */
const FILL = (deviceId: number) => sql`with made as (
    insert into alarms (device_id, kind, category, severity, late, opened_at, last_at, closed_at)
      select ${deviceId}, 'SOS', 'OPERATIONAL', 'LOW', true, now() - n * interval '1 second', now() - n * interval '1 second', now()
      from generate_series(1, ${MAX_UNACKNOWLEDGED + 50}) n returning id)
  insert into notifications (alarm_id, device_id, type) select id, ${deviceId}, 'ALARM' from made`

/** As when an outage ends: more of it than is told, and nothing but newer. */
const OUTAGE = (deviceId: number) => sql`with made as (
    insert into alarms (device_id, kind, category, severity, opened_at, last_at, closed_at)
      select ${deviceId}, 'BATTERY', 'TECHNICAL', 'MEDIUM', now(), now(), now() from generate_series(1, 4200) returning id)
  insert into notifications (alarm_id, device_id, type) select id, ${deviceId}, 'ALARM' from made`

it('calls for help that nobody took are told before all that came of an outage after them', async () => {
  for (const minutes of [20, 30, 40]) {
    const device = await addDevice(harness, fixture)
    const call = { kind: 'SOS', severity: 'CRITICAL', openedAt: minutesAgo(minutes) } as const
    await raiseAlarm(harness, { ...fixture, device }, call)
  }
  const { notification } = await raiseAlarm(harness, fixture, {
    kind: 'FALL',
    severity: 'CRITICAL',
    openedAt: minutesAgo(10),
  })
  await harness.db
    .update(notifications)
    .set({ acknowledgedAt: new Date() })
    .where(eq(notifications.id, notification.id))
  await harness.db.execute(OUTAGE(fixture.device.id))
  for (const role of ['SUPERVISOR', 'MANAGER', 'OWNER'] as const) {
    const context = await after('0', role)
    expect(context.notifications).toHaveLength(MAX_NOTIFICATIONS)
    expect(kinds(context).filter((kind) => kind !== 'BATTERY')).toEqual(['SOS', 'SOS', 'SOS'])
  }
})

const ENDED = (deviceId: number) => sql`with made as (
    insert into alarms (device_id, kind, category, severity, opened_at, last_at, closed_at)
      select ${deviceId}, 'SOS', 'OPERATIONAL', 'CRITICAL', now() - interval '3 hours', now() - interval '3 hours', now()
      from generate_series(1, 600) returning id)
  insert into notifications (alarm_id, device_id, type) select id, ${deviceId}, 'ALARM' from made`

it('what ended long ago is not told instead of what is new', async () => {
  await harness.db.execute(ENDED(fixture.device.id))
  await raiseAlarm(harness, fixture)
  expect(kinds(await after('0'))[0]).toBe('HEART_RATE')
})

it('a badge stops counting at ten thousand, and the newest are still told first', async () => {
  await harness.db.execute(FILL(fixture.device.id))
  await raiseAlarm(harness, fixture, { kind: 'FALL' })
  for (const role of ['SUPERVISOR', 'MANAGER', 'OWNER'] as const) {
    const context = await after('0', role)
    expect(context.unacknowledged).toBe(MAX_UNACKNOWLEDGED)
    expect(context.notifications).toHaveLength(MAX_NOTIFICATIONS)
    expect(kinds(context)[0]).toBe('FALL')
  }
})
