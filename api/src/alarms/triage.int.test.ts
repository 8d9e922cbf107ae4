import { alarmKinds, severities } from '@carewatch/contracts/alarms'
import { tasksByTriage, byTriage } from '@carewatch/contracts/triage'
import { taskStatuses } from '@carewatch/contracts/tasks'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createCompanyFixture, type CompanyFixture } from '../testing/fixtures.ts'
import { startHarness, type Harness } from '../testing/harness.ts'
import { selectNotifications, toNotification } from './notification-rows.ts'
import { selectTasks, toTask } from './task-rows.ts'
import { alarmTriage, taskTriage } from './triage.ts'

let harness: Harness
let fixture: CompanyFixture
beforeAll(async () => {
  harness = await startHarness()
  fixture = await createCompanyFixture(harness)
})
afterAll(() => harness.close())

const MANY = 4_000
const texts = (values: readonly string[]) => sql.raw(`array[${values.map((each) => `'${each}'`).join()}]`)
/** One of these, the same in every run: each `salt` draws another. */
const drawn = (salt: number, of: number) => sql.raw(`(abs(hashint4(n * 31 + ${salt})) % ${of})`)
const someMoment = (salt: number) =>
  sql`'2026-03-01 12:00Z'::timestamptz + ${drawn(salt, 60)} * interval '1 second'`
const oneOf = (values: readonly string[], salt: number) =>
  sql`(${texts(values)})[1 + ${drawn(salt, values.length)}]`

/** Rehearsals on a watch each, so that as many may be open as are made. */
const MADE_UP = sql`
  with watches as (insert into devices (imei, name, device_model) select (860000000000000 + n)::text, 'made up', 'GENERIC' from generate_series(1, ${MANY}) n returning id),
  numbered as (select id, row_number() over (order by id)::int as n from watches),
  made as (insert into alarms (device_id, kind, category, severity, rehearsal, active, opened_at, last_at, acknowledged_at)
    select id, ${oneOf(alarmKinds, 1)}, 'OPERATIONAL', ${oneOf(severities, 2)}, true, ${drawn(3, 2)} = 0, ${someMoment(4)}, now(),
      case ${drawn(5, 2)} when 0 then now() end from numbered returning id, device_id, acknowledged_at),
  stepped as (insert into escalations (alarm_id, chain, due_at)
    select id, '{}', ${someMoment(6)} from (select id, id as n from made) m where ${drawn(7, 3)} > 0)
  insert into notifications (alarm_id, device_id, type, acknowledged_at) select id, device_id, 'ALARM', acknowledged_at from made`

const MADE_UP_TASKS = sql`
  insert into tasks (title, monitoring_type, alert_type, severity, status, due_at, created_at, updated_at)
  select 'made up', 'ALARM', case ${drawn(1, 4)} when 0 then null else ${oneOf(alarmKinds, 2)} end, ${oneOf(severities, 3)},
    ${oneOf(taskStatuses, 4)}, ${someMoment(5)}, ${someMoment(6)}, ${someMoment(7)} from generate_series(1, ${MANY}) n`

it('the database has the same order of alarms as the screens', async () => {
  await harness.db.execute(MADE_UP)
  const rows = await selectNotifications(harness.db).orderBy(alarmTriage.key)
  expect(rows).toHaveLength(MANY)
  // Of two that are equal in all else the alarm written first comes first; a screen knows the notification alone.
  const standing = rows.map((row) => ({ ...toNotification(row), id: row.alarm.id }))
  expect(byTriage(standing).map(({ id }) => id)).toEqual(standing.map(({ id }) => id))
})

it('the database has the same order of tasks as the screens', async () => {
  await harness.db.execute(MADE_UP_TASKS)
  const rows = await selectTasks(harness.db).orderBy(taskTriage.key)
  const now = new Date()
  const ids = rows.map((row) => toTask(row, now)).map(({ id }) => id)
  expect(ids).toHaveLength(MANY)
  expect(tasksByTriage(rows.map((row) => toTask(row, now))).map(({ id }) => id)).toEqual(ids)
})

const EMPTY = sql`truncate alarms, notifications, tasks, escalations, alarm_history, deliveries cascade`

const SILENT = 10_000
/** As many as one statement writes: on a busy machine all of them take longer than a connection waits for an answer. */
const AT_ONCE = 1_000

/** An outage of ten thousand after somebody called, and each call that lists: a part of it. */
const OUTAGE = (deviceId: number, companyId: number, branchId: number) => (from: number) =>
  sql`
  with made as (insert into alarms (device_id, company_id, branch_id, kind, category, severity, rehearsal, opened_at, last_at)
    select ${deviceId}, ${companyId}, ${branchId}, 'OFFLINE', 'TECHNICAL', 'MEDIUM', false, now(), now() + n * interval '1 ms'
    from generate_series(${from}::int, ${from + AT_ONCE - 1}::int) n returning id),
  told as (insert into notifications (alarm_id, device_id, company_id, branch_id, type)
    select id, ${deviceId}, ${companyId}, ${branchId}, 'NOTIFICATION' from made)
  insert into tasks (title, alarm_id, company_id, branch_id, monitoring_type, alert_type, severity, due_at, created_at)
    select 'silent', id, ${companyId}, ${branchId}, 'ALARM', 'OFFLINE', 'MEDIUM', now() + interval '4 hours', now() + id * interval '1 ms' from made`

const CALLS = (deviceId: number, companyId: number, branchId: number) => sql`
  with made as (insert into alarms (device_id, company_id, branch_id, kind, direction, category, severity, opened_at, last_at)
    select ${deviceId}, ${companyId}, ${branchId}, kind, 'NONE', 'PHYSIOLOGICAL', severity, now() - interval '9 days', now() - interval '9 days'
    from (values ('HEART_RATE', 'HIGH'), ('SPO2', 'HIGH'), ('TEMPERATURE', 'HIGH'), ('SOS', 'CRITICAL')) v (kind, severity) returning id, kind, severity),
  told as (insert into notifications (alarm_id, device_id, company_id, branch_id, type, created_at)
    select id, ${deviceId}, ${companyId}, ${branchId}, 'ALARM', now() - interval '9 days' from made)
  insert into tasks (title, alarm_id, company_id, branch_id, monitoring_type, alert_type, severity, due_at, created_at)
    select kind, id, ${companyId}, ${branchId}, 'ALARM', kind, severity, now(), now() - interval '9 days' from made`

it('one SOS and three high alarms stand first under ten thousand silent watches, in every call that lists', async () => {
  const { company, branch, device, people } = fixture
  await harness.db.execute(EMPTY)
  // So many of one watch are made here alone.
  await harness.db.execute(sql`drop index alarms_open_of_device`)
  await harness.db.execute(CALLS(device.id, company.id, branch.id))
  const partOfOutage = OUTAGE(device.id, company.id, branch.id)
  for (let from = 1; from <= SILENT; from += AT_ONCE) await harness.db.execute(partOfOutage(from))
  const calls = [
    ['notifications', '/notification/all/after/0'],
    ['notifications', '/notification/all'],
    ['alarms', '/alarms'],
    ['tasks', '/tasks/all/0'],
  ] as const
  for (const role of ['SUPERVISOR', 'MANAGER', 'MONITOR', 'ADMIN'] as const)
    for (const [name, path] of calls) {
      const { context } = await harness.call('GET', path, { token: people[role].token })
      const kinds = context[name]
        .slice(0, 5)
        .map((one: { kind?: string; alertType?: string }) => one.kind ?? one.alertType)
      expect([role, path, kinds[0], kinds.slice(1, 4).toSorted(), kinds[4]]).toEqual([
        role,
        path,
        'SOS',
        ['HEART_RATE', 'SPO2', 'TEMPERATURE'],
        'OFFLINE',
      ])
    }
}, 60_000)
