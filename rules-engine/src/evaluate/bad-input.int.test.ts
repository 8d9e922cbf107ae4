import { alarmMessage } from '@carewatch/contracts/messages/alarm-message'
import type { Limits } from '@carewatch/contracts/limits'
import { type MetricName, metrics } from '@carewatch/contracts/metrics'
import { alarms } from '@carewatch/migrations/schema/alarms'
import { watchSettings } from '@carewatch/migrations/schema/devices'
import { readings } from '@carewatch/migrations/schema/readings'
import { asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { evaluateLate } from '../late/evaluate-late.ts'
import { createDeviceCache } from '../profiles/device-cache.ts'
import { commitFacts, type Committed, createFamily, type EngineHarness, startHarness } from '../testing.ts'
import { evaluateBatches } from './evaluate-batches.ts'
import { createRuleMemory } from './rule-memory.ts'

const MINUTE = 60_000
const DAY = 1_440 * MINUTE

let harness: EngineHarness
beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness.close())

async function watchOf() {
  const { device } = await createFamily(harness)
  const { id } = device
  const context = {
    db: harness.connection,
    deviceCache: createDeviceCache(),
    memory: createRuleMemory(),
    publish: () => {},
  }
  return {
    id,
    async send(facts: readonly Committed[]): Promise<void> {
      const rows = facts.map(({ metric, value, time }) => ({
        deviceId: id,
        metric: metrics[metric].id,
        time: new Date(time),
        value,
      }))
      await harness.db.insert(readings).values(rows).onConflictDoNothing()
      await commitFacts(harness, id, facts)
      await evaluateBatches(context, false, 100)
    },
    late: () => evaluateLate(context, Date.now() + 10 * MINUTE, 10_000),
    /** What a person reads of it, how grave it is, and whether it goes on. */
    async reads(): Promise<string[]> {
      const rows = await harness.db
        .select()
        .from(alarms)
        .where(eq(alarms.deviceId, id))
        .orderBy(asc(alarms.kind), asc(alarms.id))
      return rows.map(
        (alarm) => `${alarmMessage('en', alarm)}; ${alarm.severity}, ${alarm.active ? 'goes on' : 'over'}`,
      )
    },
  }
}

/** One a minute, the newest a minute ago. */
const minutes = (now: number, values: readonly number[], receivedAt = now): Committed[] =>
  values.map((value, index) => ({
    metric: 'heartRate',
    value,
    time: now - (values.length - index) * MINUTE,
    receivedAt,
  }))

describe('what a watch says that it should not', () => {
  it('an hour of samples out of order is one alarm, from its first moment to its last', async () => {
    const now = Date.now()
    const watch = await watchOf()
    const values = Array.from({ length: 60 }, (_, minute) => (minute >= 10 && minute < 25 ? 155 : 75))
    const inTime = minutes(now, values)
    // Each seventh, then the next of each: no two neighbours come one after the other.
    const mixed = Array.from({ length: 7 }, (_, first) =>
      inTime.filter((_one, at) => at % 7 === first),
    ).flat()
    for (const one of mixed) await watch.send([one])
    await watch.late()
    const [text, ...others] = await watch.reads()
    expect(others).toEqual([])
    expect(text).toMatch(/^Heart rate is high: 155 bpm.*; CRITICAL, over/u)
  })

  it('a clock that jumps back by a day hides nothing that is measured once it is right again', async () => {
    const now = Date.now()
    const watch = await watchOf()
    await watch.send(minutes(now - 60 * MINUTE, [70, 71, 70, 71]))
    await watch.send(minutes(now - 30 * MINUTE - DAY, [155, 156, 155], now - 30 * MINUTE))
    await watch.send(minutes(now, [155, 156]))
    await watch.late()
    expect(await watch.reads()).toEqual([
      'Heart rate is high: 156 bpm; CRITICAL, goes on',
      'Heart rate is high: 156 bpm (reported late); MEDIUM, over',
    ])
  })

  it('a clock that jumps ahead by a day and back again confirms by what it says then', async () => {
    const now = Date.now()
    const watch = await watchOf()
    // As ingest hands it over: with the time of its coming.
    await watch.send(minutes(now - 10 * MINUTE, [70, 125], now - 10 * MINUTE))
    await watch.send(minutes(now, [126, 127]))
    expect(await watch.reads()).toEqual(['Heart rate is high: 127 bpm; HIGH, goes on'])
  })

  it('all metrics at once, each out of its limits, are an alarm of each kind', async () => {
    const now = Date.now()
    const watch = await watchOf()
    const beyond: Partial<Record<MetricName, number>> = {
      heartRate: 150,
      systolic: 190,
      diastolic: 125,
      spo2: 80,
      temperature: 40,
      steps: 0,
      sleepDeep: 60,
      sleepLight: 200,
      battery: 4,
      wearing: 1,
    }
    const message = (time: number): Committed[] =>
      // Safe: the keys of the object above.
      (Object.entries(beyond) as [MetricName, number][]).map(([metric, value]) => ({
        metric,
        value,
        time,
        receivedAt: time,
      }))
    await watch.send(message(now - 2 * MINUTE))
    await watch.send(message(now - MINUTE))
    expect(await watch.reads()).toEqual([
      'Battery is low: 4%; HIGH, goes on',
      'Blood pressure is high: Diastolic pressure 125 mmHg; CRITICAL, goes on',
      'Getting worse: several values together. Not measured: breathing, alertness; CRITICAL, goes on',
      'Heart rate is high: 150 bpm; CRITICAL, goes on',
      'Blood oxygen is low: 80%; CRITICAL, goes on',
      'Temperature is high: 40 °C; CRITICAL, goes on',
    ])
  })

  it('a pressure whose two numbers come apart says of which the value is', async () => {
    const now = Date.now()
    const watch = await watchOf()
    const of = (metric: MetricName, value: number, time: number) => ({
      metric,
      value,
      time,
      receivedAt: time,
    })
    await watch.send([of('systolic', 190, now - 2 * MINUTE)])
    expect(await watch.reads()).toEqual([
      'Blood pressure is high: Systolic pressure 190 mmHg; CRITICAL, goes on',
    ])
    await watch.send([of('diastolic', 125, now - MINUTE)])
    expect(await watch.reads()).toEqual([
      'Blood pressure is high: Diastolic pressure 125 mmHg; CRITICAL, goes on',
    ])
  })

  it.each<[string, Limits, number, string[]]>([
    ['a limit of 0 above', { high: 0 }, 72, ['Heart rate is high: 72 bpm; CRITICAL, goes on']],
    ['a limit of 0 below', { low: 0 }, 30, []],
    [
      'bands that are reversed',
      { low: 120, high: 50 },
      72,
      ['Heart rate is high: 72 bpm; CRITICAL, goes on', 'Heart rate is low: 72 bpm; CRITICAL, goes on'],
    ],
  ])('%s, as no form takes it, is taken at its word', async (...given) => {
    const [, limits, value, expected] = given
    const watch = await watchOf()
    await harness.db
      .update(watchSettings)
      .set({ limits: { heartRate: limits } })
      .where(eq(watchSettings.deviceId, watch.id))
    await watch.send(minutes(Date.now(), [value, value]))
    expect(await watch.reads()).toEqual(expected)
  })
})
