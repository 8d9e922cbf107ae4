import { type Metric, type MetricName, metrics } from '@carewatch/contracts/metrics'
import { createCompany, createDevice } from '@carewatch/migrations/factories'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AlarmChange } from '../alarms/change.ts'
import { createDeviceCache, type DeviceProfile } from '../profiles/device-cache.ts'
import type { DeviceFact } from './facts.ts'
import { evaluateBatches } from './evaluate-batches.ts'
import { evaluateFact } from './evaluate-fact.ts'
import { createRuleMemory } from './rule-memory.ts'
import { silentDevices } from '../schedule/silent-devices.ts'
import { applyChanges } from '../alarms/apply.ts'
import { alarmsOf, commitFacts, startHarness, type EngineHarness } from '../testing.ts'

const noon = Date.parse('2026-11-21T12:00:00Z')
const SECOND = 1_000
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const SEED = 20_261_121

type Reading = Extract<DeviceFact, { type: 'reading' }>

let harness: EngineHarness
let profile: DeviceProfile
beforeAll(async () => {
  harness = await startHarness()
  profile = await newProfile()
})
afterAll(() => harness.close())

async function newProfile() {
  const { id: companyId } = await createCompany(harness.db)
  const { id } = await createDevice(harness.db, { companyId })
  const found = (await createDeviceCache().load(harness.connection, [id])).get(id)
  if (!found) throw new Error('The device is not in the book.')
  return found
}

/** The facts as one engine evaluates them, in the order given. */
async function evaluated(facts: readonly DeviceFact[]): Promise<AlarmChange[]> {
  const memory = createRuleMemory()
  await memory.load(harness.connection, [profile.id])
  return facts.flatMap((fact) => evaluateFact(fact, profile, memory))
}

const sideOf = ({ kind, direction }: AlarmChange) => `${kind} ${direction}`
/** What opens and when it ends, as long as something is wrong now. */
function lifeOf(changes: readonly AlarmChange[]): string[] {
  const open = new Set<string>()
  return changes.flatMap((change) => {
    const side = sideOf(change)
    if (change.change === 'clear') return open.delete(side) ? [`${side} ends ${change.at.getTime()}`] : []
    if (change.isLate) return []
    open.add(side)
    return [`${side} ${change.severity} ${change.at.getTime()}`]
  })
}

const vitals = ['heartRate', 'systolic', 'diastolic', 'spo2', 'temperature'] as const satisfies MetricName[]
const value = (name: MetricName) => {
  const { range, limits }: Metric = metrics[name]
  const near = [limits?.low, limits?.high].flatMap((limit) =>
    limit === undefined ? [] : [limit - 3, limit - 1, limit, limit + 1, limit + 3],
  )
  return fc.oneof(fc.constantFrom(...near), fc.constantFrom(range.min, range.max), fc.constant(100))
}
const sample = fc
  .constantFrom(...vitals)
  .chain((metric) => fc.record({ metric: fc.constant(metric), value: value(metric) }))
const series = fc.array(sample, { minLength: 1, maxLength: 60 })

/** A reading every half minute, heard at once. */
const live = (samples: { metric: MetricName; value: number }[]): Reading[] =>
  samples.map(({ metric, value }, index) => {
    const time = noon + index * 30 * SECOND
    return { deviceId: profile.id, type: 'reading', metric, value, time, receivedAt: time + SECOND }
  })
/** The same series as a watch sends it that kept it for a day. */
const backlog = (samples: { metric: MetricName; value: number }[]): Reading[] =>
  live(samples).map((reading, index) => ({
    ...reading,
    time: noon - 24 * HOUR + index * 20 * MINUTE,
    receivedAt: noon,
  }))

const holds = <Given>(
  given: fc.Arbitrary<Given>,
  check: (given: Given) => Promise<void>,
  numRuns = 300,
): Promise<void> => fc.assert(fc.asyncProperty(given, check), { seed: SEED, numRuns })

const shuffledOf = <Given>(facts: readonly Given[]) =>
  fc.shuffledSubarray([...facts], { minLength: facts.length, maxLength: facts.length })

describe('a day that was kept back', () => {
  it('says nothing of now, in whatever order it arrives: it is judged as a story, from its first moment to its last', () =>
    holds(
      series.chain((samples) =>
        fc.record({ samples: fc.constant(samples), order: shuffledOf(backlog(samples)) }),
      ),
      async ({ samples, order }) => {
        const memory = createRuleMemory()
        await memory.load(harness.connection, [profile.id])
        expect(order.flatMap((fact) => evaluateFact(fact, profile, memory))).toEqual([])
        const times = backlog(samples).map(({ time }) => time)
        expect(memory.late.of(profile.id)).toEqual({
          from: Math.min(...times),
          to: Math.max(...times),
          firstAt: noon,
          lastAt: noon,
        })
      },
    ))

  it('changes nothing of what is told of now, wherever between it arrives', () =>
    holds(
      fc.record({ now: series, before: series, seed: fc.infiniteStream(fc.boolean()) }),
      async ({ now, before, seed }) => {
        const history = backlog(before)
        const mixed: Reading[] = []
        for (const reading of live(now)) {
          while (history.length > 0 && seed.next().value) mixed.push(...history.splice(0, 1))
          mixed.push(reading)
        }
        expect(lifeOf(await evaluated([...mixed, ...history]))).toEqual(lifeOf(await evaluated(live(now))))
      },
    ))
})

describe('a reading out of its turn', () => {
  it('says nothing of now: an older one that follows a newer one neither confirms nor clears', async () => {
    const pulse = (seconds: number, value: number): Reading => ({
      deviceId: profile.id,
      type: 'reading',
      metric: 'heartRate',
      value,
      time: noon + seconds * SECOND,
      receivedAt: noon + 600 * SECOND,
    })
    expect(await evaluated([pulse(100, 80), pulse(90, 125), pulse(95, 125)])).toEqual([])
    expect(await evaluated([pulse(100, 125), pulse(90, 125), pulse(101, 80)])).toEqual([])
    const opened = [pulse(100, 125), pulse(101, 125)]
    const changes = await evaluated([...opened, pulse(80, 80), pulse(81, 80), pulse(82, 80)])
    expect(changes).toMatchObject([{ change: 'trigger', severity: 'HIGH', isLate: false }])
    expect(await evaluated([pulse(100, 80), pulse(90, 190)])).toEqual([])
  })

  it('is told once however often it is repeated', () =>
    holds(
      series.chain((samples) => {
        const facts = live(samples)
        return fc.record({ facts: fc.constant(facts), repeats: fc.array(fc.nat(facts.length - 1)) })
      }),
      async ({ facts, repeats }) => {
        const again = facts.flatMap((fact, index) => [
          fact,
          ...repeats.filter((repeat) => repeat <= index).flatMap((repeat) => facts[repeat] ?? []),
        ])
        // A repeat of something grave is history: one line in the open alarm at most, of now nothing.
        expect(lifeOf(await evaluated(again))).toEqual(lifeOf(await evaluated(facts)))
      },
    ))

  it('matters only among readings of its own metric: kinds of one metric do not wait for each other', () =>
    holds(
      series.chain((samples) => {
        const facts = live(samples)
        return fc.record({ facts: fc.constant(facts), order: shuffledOf(vitals) })
      }),
      async ({ facts, order }) => {
        const apart = order.flatMap((name) => facts.filter(({ metric }) => metric === name))
        const single = (changes: AlarmChange[]) =>
          lifeOf(
            changes.filter(({ kind }) => kind !== 'BLOOD_PRESSURE' && kind !== 'DETERIORATION'),
          ).toSorted()
        expect(single(await evaluated(apart))).toEqual(single(await evaluated(facts)))
      },
    ))

  it('is not what a watch says whose clock ran ahead and was set right', async () => {
    const ahead = { deviceId: profile.id, type: 'reading', metric: 'heartRate', receivedAt: noon } as const
    const changes = await evaluated([
      { ...ahead, value: 80, time: noon + 4 * MINUTE },
      { ...ahead, value: 125, time: noon + SECOND, receivedAt: noon + SECOND },
      { ...ahead, value: 126, time: noon + 2 * SECOND, receivedAt: noon + 2 * SECOND },
    ])
    expect(changes).toMatchObject([{ change: 'trigger', severity: 'HIGH', isLate: false }])
  })
})

describe('a watch that was silent', () => {
  const context = () => ({
    db: harness.connection,
    deviceCache: createDeviceCache(),
    memory: createRuleMemory(),
    publish: () => {},
  })
  const pulses = (times: number[], values: number[], receivedAt: number) =>
    times.map((time, index) => ({
      metric: 'heartRate' as const,
      value: values[index] ?? 0,
      time,
      receivedAt,
    }))

  it('raises one alarm for its silence, none of its kept readings of now, and is evaluated again when it is back', async () => {
    const { id } = await newProfile()
    const silence = async (since: number, now: number) => {
      await harness.owner.query(
        `update device_status set last_seen_at = now() - $2 * interval '1 ms' where device_id = $1`,
        [id, now - since],
      )
      const mine = (await silentDevices(harness.connection, new Date(now))).filter(
        ({ deviceId }) => deviceId === id,
      )
      await applyChanges(harness.connection, await context().deviceCache.load(harness.connection, [id]), mine)
    }
    const leader = () => evaluateBatches(context(), false, 10)

    await commitFacts(harness, id, pulses([noon], [125], noon))
    await leader()
    const back = noon + 20 * HOUR
    await silence(noon, back)
    await silence(noon, back)
    expect(await alarmsOf(harness, id)).toMatchObject([{ kind: 'OFFLINE', severity: 'MEDIUM', count: 1 }])

    // What it kept: grave at times, and shuffled. Then what it measures now: once outside, as before the silence.
    const kept = Array.from({ length: 60 }, (_, index) => noon + ((index * 37) % 60) * 15 * MINUTE + MINUTE)
    await commitFacts(
      harness,
      id,
      pulses(
        kept,
        kept.map((_, index) => (index % 7 === 0 ? 190 : 125)),
        back,
      ),
    )
    await commitFacts(harness, id, pulses([back], [125], back))
    await leader()
    await silence(back, back)
    expect(await alarmsOf(harness, id)).toMatchObject([{ kind: 'OFFLINE', active: false }])

    await commitFacts(harness, id, pulses([back + MINUTE], [126], back + MINUTE))
    await leader()
    expect(await alarmsOf(harness, id)).toMatchObject([
      { kind: 'OFFLINE' },
      { kind: 'HEART_RATE', severity: 'HIGH', late: false, active: true },
    ])
  })

  it('is told silent once, though a person ends the alarm before it ends', async () => {
    const { id } = await newProfile()
    await harness.owner.query(
      `update device_status set last_seen_at = now() - interval '3 hours' where device_id = $1`,
      [id],
    )
    const sweep = async () => {
      const changes = await silentDevices(harness.connection, new Date())
      const mine = changes.filter(({ deviceId }) => deviceId === id)
      await applyChanges(harness.connection, await context().deviceCache.load(harness.connection, [id]), mine)
      return mine.length
    }
    expect(await sweep()).toBe(1)
    await harness.owner.query(
      `update alarms set active = false, closed_at = now(), cause = 'OTHER' where device_id = $1`,
      [id],
    )
    expect(await sweep()).toBe(0)
    await harness.owner.query(`update device_status set last_seen_at = now() where device_id = $1`, [id])
    expect(await sweep()).toBe(0)
  })
})
