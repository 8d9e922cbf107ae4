import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { queueDeliveries } from '../escalation/queue.ts'
import { createFamily, ring, startHarness, type EngineHarness } from '../testing.ts'

let harness: EngineHarness
beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness.close())

const isWaiting = async (): Promise<boolean> => {
  const { rows } = await harness.owner.query(
    'select from pg_stat_activity where datname = current_database() and wait_event_type = $1',
    ['Lock'],
  )
  return rows.length > 0
}

it('an alarm that calls again while its chain tells somebody waits for the chain, and the chain not for the alarm', async () => {
  const { device, supervisor } = await createFamily(harness)
  const alarmId = await ring(harness, device.id)
  await harness.owner.query('update alarms set acknowledged_at = now() where id = $1', [alarmId])
  const [chain, engine] = [await harness.pool.connect(), await harness.pool.connect()]
  await chain.query('begin')
  await chain.query('select from escalations where alarm_id = $1 for update', [alarmId])
  await engine.query('begin')
  const again = ring({ connection: engine }, device.id)
  await vi.waitUntil(isWaiting, { timeout: 10_000 })

  const delivery = { userId: supervisor.id, relativeId: null, channel: 'EMAIL', sendAt: null } as const
  await queueDeliveries(chain, [{ place: { alarmId, run: 0, round: 0, step: 0 }, deliveries: [delivery] }])
  await chain.query('commit')
  expect(await again).toBe(alarmId)
  await engine.query('commit')
  for (const client of [chain, engine]) client.release()
  const { rows } = await harness.owner.query(
    'select run, (select count(*)::int from deliveries where alarm_id = $1) as notified from escalations where alarm_id = $1',
    [alarmId],
  )
  expect(rows).toEqual([{ run: 1, notified: 1 }])
})

it('opens on the same connection though a newer version adds a column to alarms', async () => {
  const [one, other] = [await createFamily(harness), await createFamily(harness)]
  const first = await ring(harness, one.device.id)
  await harness.owner.query('alter table alarms add column later text')
  expect(await ring(harness, other.device.id)).not.toBe(first)
  expect(await ring(harness, one.device.id)).toBe(first)
})
