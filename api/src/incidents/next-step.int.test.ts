import { defaultChains } from '@carewatch/contracts/escalation'
import { alarms } from '@carewatch/migrations/schema/alarms'
import { escalations } from '@carewatch/migrations/schema/escalation'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createCompanyFixture, minutesAgo, raiseAlarm } from '../testing/fixtures.ts'
import { startHarness, type Harness } from '../testing/harness.ts'
import { raiseRoomAlarm } from '../testing/room-alarm.ts'

let harness: Harness
beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness.close())

it('an incident says whom the chain of any of its alarms calls next, and when; nobody, once all is said', async () => {
  const { db } = harness
  const fixture = await createCompanyFixture(harness)
  const { wearer, people } = fixture
  const pulse = await raiseAlarm(harness, fixture, { wearerId: wearer.id, openedAt: minutesAgo(2) })
  const fall = { kind: 'FALL', direction: 'NONE', severity: 'CRITICAL', metric: null, value: null } as const
  const fell = await raiseAlarm(harness, fixture, { wearerId: wearer.id, ...fall })
  const next = async () => {
    const { context } = await harness.call('GET', `/incidents/${pulse.alarm.uuid}`, {
      token: people.SUPERVISOR.token,
    })
    expect(context.incident.alarms).toHaveLength(2)
    return context.incident.nextStep
  }
  expect(await next()).toBeNull()
  const [soon, later] = [minutesAgo(-1), minutesAgo(-3)]
  await db.insert(escalations).values([
    { alarmId: pulse.alarm.id, chain: defaultChains.HIGH, step: 1, dueAt: later },
    { alarmId: fell.alarm.id, chain: defaultChains.EMERGENCY, step: 2, dueAt: soon },
  ])
  expect(await next()).toEqual({ at: soon.toISOString(), who: ['MANAGER', 'RELATIVES_LOW'] })
  // The same in every row of a list, without a call for each.
  const { context: list } = await harness.call('GET', '/notification/all', {
    token: people.SUPERVISOR.token,
  })
  const rows: { kind: string; nextStepAt: string; nextStepWho: string[] }[] = list.notifications
  expect(rows.map(({ kind, nextStepAt, nextStepWho }) => [kind, nextStepAt, nextStepWho])).toEqual([
    ['FALL', soon.toISOString(), ['MANAGER', 'RELATIVES_LOW']],
    ['HEART_RATE', later.toISOString(), defaultChains.HIGH.steps[1]?.who],
  ])
  await db.update(escalations).set({ dueAt: null }).where(eq(escalations.alarmId, fell.alarm.id))
  expect(await next()).toEqual({ at: later.toISOString(), who: defaultChains.HIGH.steps[1]?.who })
  // What is over calls nobody, whatever its chain was about to do.
  await db.update(alarms).set({ closedAt: new Date() }).where(eq(alarms.id, pulse.alarm.id))
  expect(await next()).toBeNull()
})

it('an alarm of a room names no relatives: nobody’s family is told of it', async () => {
  const fixture = await createCompanyFixture(harness)
  const { alarm } = await raiseRoomAlarm(harness, fixture, { kind: 'SMOKE', severity: 'CRITICAL' })
  const dueAt = minutesAgo(-1)
  await harness.db
    .insert(escalations)
    .values({ alarmId: alarm.id, chain: defaultChains.EMERGENCY, step: 2, dueAt })
  const { token } = fixture.people.SUPERVISOR
  const { context } = await harness.call('GET', `/incidents/${alarm.uuid}`, { token })
  expect(context.incident.nextStep).toEqual({ at: dueAt.toISOString(), who: ['MANAGER'] })
  const { context: list } = await harness.call('GET', '/notification/all', { token })
  expect(list.notifications).toMatchObject([{ kind: 'SMOKE', nextStepWho: ['MANAGER'] }])
})
