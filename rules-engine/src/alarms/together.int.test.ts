import { defaultChains, type Channel } from '@carewatch/contracts/escalation'
import { companies, users } from '@carewatch/migrations/schema/people'
import { createDevice, createUser } from '@carewatch/migrations/factories'
import { assignments, wearers } from '@carewatch/migrations/schema/wearers'
import { escalationChains } from '@carewatch/migrations/schema/escalation'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { advance } from '../escalation/advance.ts'
import { createDeviceCache } from '../profiles/device-cache.ts'
import { createFamily, startHarness, type EngineHarness } from '../testing.ts'
import { applyChanges } from './apply.ts'
import type { AlarmTrigger } from './change.ts'

type Family = Awaited<ReturnType<typeof createFamily>>

let harness: EngineHarness
beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness.close())

const triggered = (
  { device }: Family,
  { kind = 'SOS', ...others }: Partial<AlarmTrigger> = {},
): AlarmTrigger => ({
  change: 'trigger',
  deviceId: device.id,
  kind,
  direction: 'NONE',
  severity: 'CRITICAL',
  metric: null,
  value: null,
  isLate: false,
  at: new Date(),
  ...others,
})

async function apply(changes: readonly AlarmTrigger[]) {
  const ids = changes.map(({ deviceId }) => deviceId)
  const profiles = await createDeviceCache().load(harness.connection, ids)
  return applyChanges(harness.connection, profiles, changes)
}

const rowsOf = async (family: Family) => {
  const { rows } = await harness.owner.query(
    `select a.kind, a.severity, a.value, a.count, a.company_id = $2 and a.branch_id = $3 as here,
       (select json_agg(json_build_array(title, severity, company_id = $2, branch_id = $3)) from tasks t where t.alarm_id = a.id) as tasks,
       (select json_agg(json_build_array(type, company_id = $2)) from notifications n where n.alarm_id = a.id) as notifications,
       (select json_agg(json_build_array(step, severity, value) order by id) from alarm_history h where h.alarm_id = a.id) as history,
       (select chain -> 'steps' -> 0 ->> 'afterSeconds' from escalations e where e.alarm_id = a.id) as first
     from alarms a where device_id = $1 order by a.id`,
    [family.device.id, family.company.id, family.branch.id],
  )
  return rows
}

const sos = {
  kind: 'SOS',
  severity: 'CRITICAL',
  value: null,
  here: true,
  notifications: [['ALARM', true]],
  first: '0',
}

it('what rings at one moment is each watch’s own: one that rings already counts, one twice in the batch too', async () => {
  const [ringing, calling, panting] = [
    await createFamily(harness),
    await createFamily(harness),
    await createFamily(harness),
  ]
  await apply([triggered(ringing)])
  const breath = triggered(panting, {
    kind: 'SPO2',
    direction: 'LOW',
    severity: 'HIGH',
    metric: 'spo2',
    value: 88.5,
  })
  const outcomes = await apply([triggered(ringing), breath, triggered(calling), triggered(calling)])

  expect(outcomes.map(({ alarm, change }) => [alarm.device_id, change])).toEqual([
    [ringing.device.id, 'repeated'],
    [panting.device.id, 'opened'],
    [calling.device.id, 'opened'],
    [calling.device.id, 'repeated'],
  ])
  const called = {
    ...sos,
    count: 2,
    tasks: [['SOS pressed', 'CRITICAL', true, true]],
    history: [['OPENED', 'CRITICAL', null]],
  }
  expect(await rowsOf(ringing)).toEqual([called])
  expect(await rowsOf(calling)).toEqual([called])
  expect(await rowsOf(panting)).toEqual([
    {
      ...sos,
      kind: 'SPO2',
      severity: 'HIGH',
      value: 88.5,
      count: 1,
      tasks: [['Blood oxygen is low: 89%', 'HIGH', true, true]],
      history: [['OPENED', 'HIGH', 88.5]],
    },
  ])
})

it('what is new beside what goes on of the same person is one incident with it, though two devices say it at one moment', async () => {
  const watch = await createFamily(harness)
  const { company, branch, owner } = watch
  const pendant = await createDevice(harness.db, {
    companyId: company.id,
    branchId: branch.id,
    ownerId: owner.id,
  })
  const [person] = await harness.db
    .insert(wearers)
    .values({ firstName: 'Ruth', lastName: 'Levi', companyId: company.id, branchId: branch.id })
    .returning()
  const since = new Date(Date.now() - 86_400_000)
  for (const deviceId of [watch.device.id, pendant.id])
    await harness.db
      .insert(assignments)
      .values({ deviceId, wearerId: person?.id ?? 0, startedAt: since })
      .onConflictDoNothing()
  await apply([triggered(watch, { kind: 'FALL' })])
  const anHourAgo = "now() - interval '1 hour'"
  await harness.owner.query(
    `update alarms set opened_at = ${anHourAgo}, last_at = ${anHourAgo} where device_id = $1`,
    [watch.device.id],
  )
  await apply([triggered(watch, { kind: 'FALL' }), triggered({ ...watch, device: pendant })])
  const { rows } = await harness.owner.query(
    'select kind, count, incident_id is null as first from alarms where wearer_id = $1 order by id',
    [person?.id],
  )
  expect(rows).toEqual([
    { kind: 'FALL', count: 2, first: true },
    { kind: 'SOS', count: 1, first: false },
  ])
})

const working = new Set<Channel>(['IN_APP', 'EMAIL'])

const namesOf = async ({ device }: Family): Promise<string[]> => {
  const { rows } = await harness.owner.query<{ name: string }>(
    `select u.user_name as name from deliveries d join alarms a on a.id = d.alarm_id join users u on u.id = d.user_id
     where a.device_id = $1 and d.channel = 'EMAIL' order by 1`,
    [device.id],
  )
  return rows.map(({ name }) => name)
}

it('the steps of many alarms that are due at one moment each call their own people, and nobody else’s', async () => {
  const families: Family[] = []
  for (let i = 0; i < 5; i++) families.push(await createFamily(harness))
  const [first, second, ownChain, closed, unmanned] = families as [Family, Family, Family, Family, Family]
  const steps = [{ afterSeconds: 0, who: ['NURSES' as const], channels: ['EMAIL' as const] }]
  await harness.db.insert(escalationChains).values({
    companyId: ownChain.company.id,
    branchId: ownChain.branch.id,
    family: 'EMERGENCY',
    chain: { ...defaultChains.EMERGENCY, steps },
  })
  const ruth = await createUser(harness.db, { role: 'ADMIN' })
  for (const { company, supervisor } of [closed, unmanned]) {
    await harness.db.update(users).set({ isActive: false }).where(eq(users.id, supervisor.id))
    if (company === closed.company)
      await harness.db.update(companies).set({ isActive: false }).where(eq(companies.id, company.id))
  }
  await apply(families.map((family) => triggered(family)))
  while ((await advance(harness.connection, working)) > 0);

  expect(await namesOf(first)).toEqual([first.supervisor.userName])
  expect(await namesOf(second)).toEqual([second.supervisor.userName])
  expect(await namesOf(ownChain)).toEqual([ownChain.nurse.userName])
  expect(await namesOf(closed)).toEqual([ruth.userName])
  // Nobody of the first step can be told: the next one does not wait.
  expect(await namesOf(unmanned)).toEqual([unmanned.nurse.userName])
})
