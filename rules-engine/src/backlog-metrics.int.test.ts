import { Registry } from 'prom-client'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { measureBacklog } from './backlog-metrics.ts'
import { type EngineHarness, startHarness } from './testing.ts'

let harness: EngineHarness
beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness.close())

it('says at each reading how much waits now and since when, and not what was so at the reading before', async () => {
  const registry = new Registry()
  measureBacklog(registry, harness.pool)
  const read = async () => {
    const text = await registry.metrics()
    const valueOf = (name: string) =>
      Number(new RegExp(`^${name}\\{name="batches",group="urgent"[^}]*\\} (.*)$`, 'm').exec(text)?.[1])
    return { waiting: valueOf('carewatch_backlog'), seconds: valueOf('carewatch_backlog_oldest_seconds') }
  }
  await harness.owner.query(
    `insert into pending_evaluations (urgent, room_facts, created_at) values (true, '[]', now() - interval '40 seconds')`,
  )
  const first = await read()
  expect(first.waiting).toBe(1)
  expect(first.seconds).toBeGreaterThanOrEqual(40)
  await harness.owner.query('delete from pending_evaluations')
  expect(await read()).toEqual({ waiting: Number.NaN, seconds: Number.NaN })
})
