import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { queueDeliveries } from '../escalation/queue.ts'
import { createFamily, ring, startWard, type Ward } from '../testing.ts'

let ward: Ward
beforeAll(async () => {
  ward = await startWard()
})
afterAll(() => ward.close())

const isWaiting = async (): Promise<boolean> => {
  const { rows } = await ward.connection.query(
    'select from pg_stat_activity where datname = current_database() and wait_event_type = $1',
    ['Lock'],
  )
  return rows.length > 0
}

it('an alarm that calls again while its chain tells somebody waits for the chain, and the chain not for the alarm', async () => {
  const { device, supervisor } = await createFamily(ward)
  const alarmId = await ring(ward, device.id)
  await ward.connection.query('update alarms set acknowledged_at = now() where id = $1', [alarmId])
  const [chain, engine] = [await ward.pool.connect(), await ward.pool.connect()]
  await chain.query('begin')
  await chain.query('select from escalations where alarm_id = $1 for update', [alarmId])
  await engine.query('begin')
  const again = ring({ connection: engine }, device.id)
  await vi.waitUntil(isWaiting, { timeout: 10_000 })

  const errand = { userId: supervisor.id, relativeId: null, channel: 'EMAIL', sendAt: null } as const
  await queueDeliveries(chain, { alarmId, run: 0, round: 0, step: 0 }, [errand])
  await chain.query('commit')
  expect(await again).toBe(alarmId)
  await engine.query('commit')
  for (const client of [chain, engine]) client.release()
  const { rows } = await ward.connection.query(
    'select run, (select count(*)::int from deliveries where alarm_id = $1) as notified from escalations where alarm_id = $1',
    [alarmId],
  )
  expect(rows).toEqual([{ run: 1, notified: 1 }])
})

it('opens on the same connection though a newer version adds a column to alarms', async () => {
  const [one, other] = [await createFamily(ward), await createFamily(ward)]
  const first = await ring(ward, one.device.id)
  await ward.connection.query('alter table alarms add column later text')
  expect(await ring(ward, other.device.id)).not.toBe(first)
  expect(await ring(ward, one.device.id)).toBe(first)
})
