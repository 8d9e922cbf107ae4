import { MAX_NOTIFICATIONS, MAX_UNACKNOWLEDGED } from '@carewatch/contracts/http/notifications'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createHouse, type House, minutesAgo, raiseAlarm } from '../testing/house.ts'
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

const DAY = 24 * 60
const after = async (path: string, role: keyof House['people'] = 'SUPERVISOR') =>
  (await stand.call('GET', `/notification/all/after/${path}`, { token: house.people[role].token })).context
const kinds = ({ notifications }: { notifications: { kind: string }[] }) =>
  notifications.map(({ kind }) => kind)

it('what a watch told late stands where it happened, after what is newer', async () => {
  await raiseAlarm(stand, house, { kind: 'SPO2', direction: 'LOW', openedAt: minutesAgo(30) })
  await raiseAlarm(stand, house, { kind: 'FALL', openedAt: minutesAgo(20 * DAY), late: true })
  await raiseAlarm(stand, house, { kind: 'SOS', openedAt: minutesAgo(2) })
  expect(kinds(await after('0'))).toEqual(['SOS', 'SPO2', 'FALL'])
  expect(kinds(await after(`0?imei=${house.device.imei}`))).toEqual(['SOS', 'SPO2', 'FALL'])
})

const FILL = (deviceId: number) => sql`with made as (
    insert into alarms (device_id, kind, category, severity, opened_at, last_at, closed_at)
      select ${deviceId}, 'SOS', 'OPERATIONAL', 'LOW', now() - n * interval '1 second', now() - n * interval '1 second', now()
      from generate_series(1, ${MAX_UNACKNOWLEDGED + 50}) n returning id)
  insert into notifications (alarm_id, device_id, type) select id, ${deviceId}, 'ALARM' from made`

it('a badge stops counting at ten thousand, and the newest are still told first', async () => {
  await stand.db.execute(FILL(house.device.id))
  await raiseAlarm(stand, house, { kind: 'FALL' })
  for (const role of ['SUPERVISOR', 'MANAGER', 'OWNER', 'ADMIN'] as const) {
    const context = await after('0', role)
    expect(context.unacknowledged).toBe(MAX_UNACKNOWLEDGED)
    expect(context.notifications).toHaveLength(MAX_NOTIFICATIONS)
    expect(kinds(context)[0]).toBe('FALL')
  }
})
