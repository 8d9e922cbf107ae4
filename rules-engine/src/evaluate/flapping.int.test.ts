import type { MetricName } from '@carewatch/contracts/metrics'
import { createCompany, createDevice } from '@carewatch/migrations/factories'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDeviceCache } from '../profiles/device-cache.ts'
import { evaluateBatches } from './evaluate-batches.ts'
import { createRuleMemory } from './rule-memory.ts'
import { alarmsOf, commitFacts, startHarness, type EngineHarness } from '../testing.ts'

const noon = Date.parse('2026-11-21T12:00:00Z')
const SECOND = 1_000
const HOUR_S = 3_600

let harness: EngineHarness
beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness.close())

async function newWatch() {
  const { id: companyId } = await createCompany(harness.db)
  return (await createDevice(harness.db, { companyId })).id
}

type Hour = {
  metric: MetricName
  values: number[]
  batch?: number
  meanwhile?: (second: number) => Promise<void>
}

/** An hour at one reading a second, evaluated as it comes; the values again and again. */
async function hourOf(deviceId: number, { metric, values, batch = 30, meanwhile }: Hour): Promise<void> {
  const context = {
    db: harness.connection,
    deviceCache: createDeviceCache(),
    memory: createRuleMemory(),
    publish: () => {},
  }
  for (let second = 0; second < HOUR_S; second += batch) {
    const readings = Array.from({ length: batch }, (_, index) => {
      const time = noon + (second + index) * SECOND
      return { metric, value: values[(second + index) % values.length] ?? 0, time, receivedAt: time }
    })
    await commitFacts(harness, deviceId, readings)
    await evaluateBatches(context, false, 10)
    await meanwhile?.(second)
  }
}

async function countsOf(deviceId: number) {
  const count = async (what: string) =>
    Number((await harness.owner.query(`select count(*) from ${what}`, [deviceId])).rows[0].count)
  return {
    notifications: await count('notifications where device_id = $1'),
    tasks: await count('tasks where device_id = $1'),
    chains: await count(
      'escalations e join alarms a on a.id = e.alarm_id where a.device_id = $1 and e.run = 0',
    ),
  }
}
const once = { notifications: 1, tasks: 1, chains: 1 }

describe('an hour at one reading a second across a limit', () => {
  it('is one alarm with one notification and one task, which counts', async () => {
    const id = await newWatch()
    await hourOf(id, { metric: 'heartRate', values: [121, 122, 119, 118], batch: 4 })
    const [alarm, ...others] = await alarmsOf(harness, id)
    expect(others).toEqual([])
    expect(alarm).toMatchObject({ kind: 'HEART_RATE', severity: 'HIGH', active: true })
    expect(alarm.count).toBeGreaterThan(800)
    expect(await countsOf(id)).toEqual(once)
  })

  it('is none when no two of three readings running lie outside', async () => {
    const id = await newWatch()
    await hourOf(id, { metric: 'heartRate', values: [121, 119, 119] })
    expect(await alarmsOf(harness, id)).toEqual([])
  })

  it.each<[string, Hour, string]>([
    ['oxygen', { metric: 'spo2', values: [91, 91, 93, 93] }, 'SPO2'],
    ['blood pressure', { metric: 'systolic', values: [161, 163, 154, 153] }, 'BLOOD_PRESSURE'],
    ['temperature', { metric: 'temperature', values: [38.1, 38.2, 37.7, 37.6] }, 'TEMPERATURE'],
    ['a pulse that is grave at times', { metric: 'heartRate', values: [145, 106, 106] }, 'HEART_RATE'],
    ['a battery at its mark', { metric: 'battery', values: [21, 20, 19, 20] }, 'BATTERY'],
    ['a battery far over it', { metric: 'battery', values: [19, 26] }, 'BATTERY'],
    ['a loose strap', { metric: 'wearing', values: [0, 1] }, 'OFF_WRIST'],
  ])('is one alarm of %s too, though it goes well back inside', async (_, hour, kind) => {
    const id = await newWatch()
    await hourOf(id, hour)
    expect(await alarmsOf(harness, id)).toMatchObject([{ kind, active: true, closed: false }])
    expect(await countsOf(id)).toEqual(once)
  })

  it('is three alarms at most for a nurse who takes each at once, however long it goes on', async () => {
    const id = await newWatch()
    const take = () =>
      harness.owner.query(
        'update alarms set acknowledged_at = now() where device_id = $1 and acknowledged_at is null',
        [id],
      )
    const values = [130, 130, 100, 100]
    await hourOf(id, { metric: 'heartRate', values, batch: 2, meanwhile: async () => void (await take()) })
    const alarms = await alarmsOf(harness, id)
    expect(alarms).toHaveLength(3)
    expect(alarms.map(({ closed }) => closed)).toEqual([true, true, false])
  })

  it('ends five minutes after it has become calm', async () => {
    const id = await newWatch()
    await hourOf(id, { metric: 'heartRate', values: [130, 130, 100, 100] })
    const context = {
      db: harness.connection,
      deviceCache: createDeviceCache(),
      memory: createRuleMemory(),
      publish: () => {},
    }
    const calmFor = async (seconds: number) => {
      const time = noon + (HOUR_S + seconds) * SECOND
      await commitFacts(harness, id, [{ metric: 'heartRate', value: 100, time, receivedAt: time }])
      await evaluateBatches(context, false, 10)
      return (await alarmsOf(harness, id))[0].active
    }
    expect([await calmFor(60), await calmFor(240), await calmFor(300)]).toEqual([true, true, false])
  })
})
