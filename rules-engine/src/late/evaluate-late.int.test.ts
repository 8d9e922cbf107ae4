import { metrics, type MetricName } from '@carewatch/contracts/metrics'
import { alarms, notifications } from '@carewatch/migrations/schema/alarms'
import { deviceEvents, readings } from '@carewatch/migrations/schema/readings'
import { asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { advance } from '../escalation/advance.ts'
import { evaluateBatches } from '../evaluate/evaluate-batches.ts'
import { createRuleMemory } from '../evaluate/rule-memory.ts'
import { createDeviceCache } from '../profiles/device-cache.ts'
import { commitFacts, createFamily, startHarness, type EngineHarness } from '../testing.ts'
import { recallLate, evaluateLate } from './evaluate-late.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

let harness: EngineHarness
beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness.close())

type Sample = readonly [time: number, value: number]

/** One engine, and a watch whose family its alarms concern. */
async function watchOf() {
  const { device, supervisor } = await createFamily(harness)
  const { id } = device
  const context = {
    db: harness.connection,
    deviceCache: createDeviceCache(),
    memory: createRuleMemory(),
    publish: () => {},
  }
  return {
    id,
    context,
    supervisor,
    /** As ingest stores it and hands it over. */
    async send(metric: MetricName, samples: readonly Sample[], receivedAt: number): Promise<void> {
      const rows = samples.map(([time, value]) => ({
        deviceId: id,
        metric: metrics[metric].id,
        time: new Date(time),
        value,
      }))
      await harness.db.insert(readings).values(rows).onConflictDoNothing()
      const facts = samples.map(([time, value]) => ({ metric, value, time, receivedAt }))
      await commitFacts(harness, id, facts)
      await evaluateBatches(context, false, 100)
    },
    evaluate: (now = Date.now() + MINUTE) => evaluateLate(context, now, 10_000),
    alarms: async () => {
      const rows = await harness.db
        .select()
        .from(alarms)
        .where(eq(alarms.deviceId, id))
        .orderBy(asc(alarms.id))
      return rows.map(({ kind, severity, active, late, value, openedAt, clearedAt, closedAt }) => ({
        kind,
        severity,
        active,
        late,
        value,
        from: openedAt.getTime(),
        to: clearedAt?.getTime() ?? null,
        isClosed: closedAt !== null,
      }))
    },
  }
}

/** One each ten minutes. */
const every = (from: number, values: readonly number[]): Sample[] =>
  values.map((value, index) => [from + index * 10 * MINUTE, value])

describe('what came late', () => {
  it('tells each episode by itself, from when to when and the worst of it, as something to look at', async () => {
    const now = Date.now()
    const from = now - 20 * HOUR
    const watch = await watchOf()
    const day = [97, 97, 90, 88, 80, 90, 97, 97, 97, 97, 97, 97, 89, 89, 97, 97, 97]
    await watch.send('spo2', every(from, day), now)
    expect(await watch.alarms()).toEqual([])
    await watch.evaluate()
    const at = (index: number) => from + index * 10 * MINUTE
    const shared = { kind: 'SPO2', severity: 'MEDIUM', active: false, late: true, isClosed: false }
    expect(await watch.alarms()).toEqual([
      { ...shared, value: 80, from: at(3), to: at(7) },
      { ...shared, value: 89, from: at(13), to: at(15) },
    ])
    const rows = await harness.db.select().from(notifications).where(eq(notifications.deviceId, watch.id))
    expect(rows).toHaveLength(2)
    expect(rows.every(({ acknowledgedAt }) => acknowledgedAt === null)).toBe(true)
  })

  it('is as grave as it would have been while it lasts, and wakes whoever must come', async () => {
    const now = Date.now()
    const watch = await watchOf()
    // Five hours of 80 that came late, the last of it an hour ago.
    await watch.send(
      'spo2',
      every(
        now - 6 * HOUR,
        Array.from({ length: 31 }, () => 80),
      ),
      now,
    )
    await watch.evaluate()
    expect(await watch.alarms()).toMatchObject([
      { kind: 'SPO2', severity: 'CRITICAL', active: true, late: true, to: null, value: 80 },
    ])
    await advance(harness.connection, new Set(['IN_APP']))
    const { rows } = await harness.owner.query<{ user_id: number }>(
      'select distinct d.user_id from deliveries d join alarms a on a.id = d.alarm_id where a.device_id = $1',
      [watch.id],
    )
    expect(rows.map(({ user_id }) => user_id)).toContain(watch.supervisor.id)
  })

  it('is as grave as it would have been where it ended within the hour, though it is over', async () => {
    const now = Date.now()
    const watch = await watchOf()
    await watch.send('spo2', every(now - 100 * MINUTE, [97, 80, 80, 80, 97, 97, 97]), now)
    await watch.evaluate()
    expect(await watch.alarms()).toMatchObject([{ severity: 'CRITICAL', active: false, late: true }])
    await advance(harness.connection, new Set(['IN_APP']))
    const { rows } = await harness.owner.query(
      'select 1 from deliveries d join alarms a on a.id = d.alarm_id where a.device_id = $1',
      [watch.id],
    )
    expect(rows.length).toBeGreaterThan(0)
  })

  it('is told once, in whatever pieces and however often it comes', async () => {
    const now = Date.now()
    const from = now - 20 * HOUR
    const watch = await watchOf()
    const day = every(from, [97, 97, 90, 88, 80, 90, 97, 97, 97, 97])
    await watch.send('spo2', day.slice(5), now)
    await watch.send('spo2', day.slice(0, 5).toReversed(), now)
    await watch.evaluate()
    const once = await watch.alarms()
    expect(once).toHaveLength(1)
    await watch.send('spo2', day, now)
    await watch.evaluate()
    expect(await watch.alarms()).toEqual(once)
  })

  it('ends what was told as lasting, once the end of it came too', async () => {
    const now = Date.now()
    const watch = await watchOf()
    const day = every(now - 3 * HOUR, [97, 97, 80, 80, 80, 97, 97, 97])
    await watch.send('spo2', day.slice(0, 5), now)
    await watch.evaluate()
    expect(await watch.alarms()).toMatchObject([{ active: true, severity: 'CRITICAL' }])
    await watch.send('spo2', day.slice(5), now)
    await watch.evaluate()
    expect(await watch.alarms()).toMatchObject([{ active: false, to: day[6]?.[0] }])
  })

  it('goes on in the alarm of now, which ends when the rule says so', async () => {
    const now = Date.now()
    const watch = await watchOf()
    await watch.send(
      'heartRate',
      every(
        now - 3.5 * HOUR,
        Array.from({ length: 17 }, () => 130),
      ),
      now,
    )
    await watch.evaluate()
    expect(await watch.alarms()).toMatchObject([{ active: true, severity: 'HIGH', late: true }])
    await watch.send('heartRate', [[now - MINUTE, 131]], now)
    expect(await watch.alarms()).toMatchObject([{ active: true, severity: 'HIGH', late: false }])
    await watch.send('heartRate', [[now, 100]], now)
    await watch.send('heartRate', [[now + MINUTE, 100]], now + MINUTE)
    expect(await watch.alarms()).toMatchObject([{ active: false }])
  })

  it('is no second alarm where one of now told of it', async () => {
    const now = Date.now()
    const watch = await watchOf()
    for (const [time, value] of every(now - 40 * MINUTE, [100, 130, 131, 100, 100]))
      await watch.send('heartRate', [[time, value]], time)
    const before = await watch.alarms()
    expect(before).toMatchObject([{ severity: 'HIGH', late: false, active: false }])
    await watch.send('heartRate', [[now - 25 * MINUTE, 129]], now)
    await watch.evaluate()
    expect(await watch.alarms()).toEqual(before)
  })

  type Watch = Awaited<ReturnType<typeof watchOf>>
  /** Pulse, oxygen and pressure, none beyond its limit: five points together in the first half an hour, none after it. */
  async function sendTogether(watch: Watch, from: number, { calm = 3, spo2 = 92 } = {}): Promise<void> {
    const bad = { heartRate: 100, spo2, systolic: 100 }
    const good = { heartRate: 70, spo2: 97, systolic: 120 }
    for (const metric of ['heartRate', 'spo2', 'systolic'] as const) {
      const values = Array.from({ length: 3 + calm }, (_, index) => (index < 3 ? bad : good)[metric])
      await watch.send(metric, every(from, values), Date.now())
    }
  }

  it('is judged by all of it together too, where no limit says it', async () => {
    const from = Date.now() - 20 * HOUR
    const watch = await watchOf()
    await sendTogether(watch, from)
    await watch.evaluate()
    const [from2, to] = [from + 10 * MINUTE, from + 40 * MINUTE]
    expect(await watch.alarms()).toEqual([
      {
        kind: 'DETERIORATION',
        severity: 'MEDIUM',
        active: false,
        late: true,
        value: 5,
        from: from2,
        to,
        isClosed: false,
      },
    ])
  })

  it('is judged together as grave as it is while it lasts, and ended by what is measured then', async () => {
    const now = Date.now()
    const watch = await watchOf()
    await sendTogether(watch, now - 90 * MINUTE, { calm: 0 })
    await watch.evaluate()
    expect(await watch.alarms()).toMatchObject([
      { kind: 'DETERIORATION', severity: 'HIGH', active: true, late: true, to: null },
    ])
    await watch.send('heartRate', [[now, 70]], now)
    expect(await watch.alarms()).toMatchObject([{ active: true }])
    await watch.send('heartRate', [[now + MINUTE, 70]], now + MINUTE)
    expect(await watch.alarms()).toMatchObject([{ active: false, to: now + MINUTE }])
  })

  it('is ended where the end of what was judged together came late as well', async () => {
    const from = Date.now() - 90 * MINUTE
    const watch = await watchOf()
    await sendTogether(watch, from, { calm: 0 })
    await watch.evaluate()
    await sendTogether(watch, from)
    await watch.evaluate()
    expect(await watch.alarms()).toMatchObject([
      { kind: 'DETERIORATION', active: false, to: from + 40 * MINUTE },
    ])
  })

  it('is told once where one limit says it as gravely', async () => {
    const watch = await watchOf()
    await sendTogether(watch, Date.now() - 20 * HOUR, { spo2: 90 })
    await watch.evaluate()
    expect(await watch.alarms()).toMatchObject([{ kind: 'SPO2', late: true }])
  })

  it('is told together too where the limit that told of it was over sooner', async () => {
    const from = Date.now() - 4.5 * HOUR
    const watch = await watchOf()
    const readings = Array.from({ length: 22 }, (_, index) => index)
    const of = (value: (index: number) => number) => every(from, readings.map(value))
    await watch.send(
      'heartRate',
      of((index) => (index < 3 ? 125 : 100)),
      Date.now(),
    )
    await watch.send(
      'spo2',
      of(() => 92),
      Date.now(),
    )
    await watch.send(
      'systolic',
      of(() => 100),
      Date.now(),
    )
    await watch.evaluate()
    expect(await watch.alarms()).toMatchObject([
      { kind: 'HEART_RATE', severity: 'MEDIUM', active: false },
      { kind: 'DETERIORATION', severity: 'HIGH', active: true },
    ])
  })

  it('is not judged where the watch lay off the wrist', async () => {
    const now = Date.now()
    const watch = await watchOf()
    await watch.send('wearing', [[now - 20 * HOUR, 0]], now)
    await watch.send('heartRate', every(now - 20 * HOUR, [165, 165, 165, 165]), now)
    await watch.evaluate()
    expect((await watch.alarms()).filter(({ kind }) => kind === 'HEART_RATE')).toEqual([])
  })

  it('is not judged where the watch had said an event before that it was taken off', async () => {
    const now = Date.now()
    const watch = await watchOf()
    const taken = new Date(now - 20 * HOUR)
    const event = { deviceId: watch.id, type: 'OFF_WRIST', time: taken, receivedAt: taken }
    await harness.db.insert(deviceEvents).values(event)
    await watch.send('spo2', every(now - 20 * HOUR + MINUTE, [60, 60, 60, 60]), now)
    await watch.evaluate()
    expect(await watch.alarms()).toEqual([])
  })

  it('is nothing of today where nothing was measured for days', async () => {
    const now = Date.now()
    const watch = await watchOf()
    await watch.send('heartRate', every(now - 72 * HOUR, [75, 160, 160, 160]), now)
    await watch.evaluate()
    expect(await watch.alarms()).toMatchObject([{ severity: 'MEDIUM', active: false }])
  })

  it('leaves its task to an alarm of now', async () => {
    const now = Date.now()
    const watch = await watchOf()
    await watch.send('heartRate', every(now - 20 * HOUR, [75, 160, 160, 75, 75, 75]), now)
    await watch.evaluate()
    await watch.send('heartRate', [[now, 150]], now)
    const { rows } = await harness.owner.query(
      `select t.severity, a.late from tasks t join alarms a on a.id = t.alarm_id where t.device_id = $1 and t.status <> 'DONE'`,
      [watch.id],
    )
    expect(rows).toEqual([{ severity: 'CRITICAL', late: false }])
  })

  it('waits until no more of it comes, and is not forgotten when the engine ends meanwhile', async () => {
    const now = Date.now()
    const watch = await watchOf()
    await watch.send('spo2', every(now - 20 * HOUR, [97, 97, 80, 80, 97, 97]), now)
    await watch.evaluate(now + 19_000)
    expect(await watch.alarms()).toEqual([])
    const memory = createRuleMemory()
    await recallLate(harness.connection, memory)
    await evaluateLate({ ...watch.context, memory }, now + 20_000, 10_000)
    expect(await watch.alarms()).toMatchObject([{ late: true }])
    const again = createRuleMemory()
    await recallLate(harness.connection, again)
    expect(again.late.of(watch.id)).toBeNull()
  })
})
