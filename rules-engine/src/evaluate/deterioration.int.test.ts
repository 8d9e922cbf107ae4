import { createDevice } from '@carewatch/migrations/factories'
import { notifications, tasks } from '@carewatch/migrations/schema/alarms'
import type { MetricName } from '@carewatch/contracts/metrics'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createDeviceCache } from '../profiles/device-cache.ts'
import { alarmsOf, commitFacts, startHarness, type EngineHarness } from '../testing.ts'
import { evaluateBatches } from './evaluate-batches.ts'
import { createRuleMemory } from './rule-memory.ts'

let harness: EngineHarness
beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness.close())

const MINUTE = 60_000
const noon = Date.parse('2026-11-21T12:00:00Z')

it('several values inside their limits open one alarm, worsen it and end it, also across a restart', async () => {
  const { id } = await createDevice(harness.db)
  const engine = () => ({
    db: harness.connection,
    deviceCache: createDeviceCache(),
    memory: createRuleMemory(),
    publish: () => {},
  })
  let running = engine()
  const measures = async (minute: number, values: Partial<Record<MetricName, number>>) => {
    const time = noon + minute * MINUTE
    const facts = Object.entries(values).map(([metric, value]) => ({
      // Safe: the keys are names of metrics.
      metric: metric as MetricName,
      value,
      time,
      receivedAt: time,
    }))
    await commitFacts(harness, id, facts)
    await evaluateBatches(running, false, 100)
    const rows = await alarmsOf(harness, id)
    return rows.map(({ kind, severity, active }) => `${kind} ${severity}${active ? '' : ' over'}`)
  }
  expect(await measures(0, { heartRate: 114, spo2: 93, systolic: 104 })).toEqual([])
  expect(await measures(5, { heartRate: 115, spo2: 93 })).toEqual(['DETERIORATION HIGH'])
  // Somebody starts it anew: what it remembers of the score goes on, the values are measured again.
  running = engine()
  expect(await measures(10, { heartRate: 116, spo2: 92, systolic: 98 })).toEqual(['DETERIORATION HIGH'])
  // 2, 2 and 3: all of them still inside their limits.
  expect(await measures(15, { heartRate: 117, spo2: 92, systolic: 90 })).toEqual(['DETERIORATION HIGH'])
  expect(await measures(20, { heartRate: 118, spo2: 92, systolic: 90 })).toEqual(['DETERIORATION CRITICAL'])
  const [raised] = await harness.db
    .select({ title: tasks.title, type: notifications.type })
    .from(notifications)
    .innerJoin(tasks, eq(tasks.alarmId, notifications.alarmId))
    .where(eq(notifications.deviceId, id))
  expect(raised).toMatchObject({ type: 'ALARM', title: expect.stringContaining('Getting worse') })
  expect(await measures(30, { heartRate: 84, spo2: 96 })).toEqual(['DETERIORATION CRITICAL'])
  expect(await measures(35, { heartRate: 82, spo2: 96 })).toEqual(['DETERIORATION CRITICAL over'])
})
