import { limitsForAll } from '@carewatch/contracts/limits'
import { evaluateRule, type Remembered } from '@carewatch/contracts/rules/evaluate-rule'
import { kindsBySubject } from '@carewatch/contracts/rules/index'
import { createObserver } from '@carewatch/contracts/rules/observer'
import type { Fact, RuleKind, RuleState } from '@carewatch/contracts/rules/rule'
import { limitedMetrics, metric, metricNames, metrics } from '@carewatch/contracts/metrics'
import { MAX_READINGS_PER_MESSAGE, ReadingsPayload } from '@carewatch/contracts/payloads'
import { FENCE_RADIUS_M } from '@carewatch/contracts/fences'
import { beyondFence } from '@carewatch/contracts/rules/fence-shape'
import { describe, expect, it } from 'vitest'
import { limitsOf } from '../src/physiology/limits.ts'
import { HOUR_MS, momentOf } from '../src/physiology/local-time.ts'
import { personAt } from '../src/physiology/person.ts'
import { profileOf } from '../src/physiology/profile.ts'
import { fixAt } from '../src/physiology/whereabouts.ts'
import { type ScenarioName, scenarioNames } from '@carewatch/contracts/simulator'
import { scenarios } from './index.ts'
import type { Step } from './scenario.ts'

const home = { lat: 32.8, lng: 34.98 }
const zone = 'Asia/Jerusalem'
const now = momentOf({ day: 20_400, minute: 11 * 60 }, zone)
const profile = profileOf(1_000, zone)
const limits = limitsOf(profile)
const person = personAt(profile, now)
const opening = { now, person, fix: fixAt(profile, person.clock, home) }

const play = (name: ScenarioName): Step[] => scenarios[name].timeline(opening)
const messagesOf = (steps: Step[]) =>
  steps.flatMap(({ act }) => (act.does === 'measure' ? [[act.readings].flat()] : []))
const readingsOf = (steps: Step[]) => messagesOf(steps).flat()
const impossibleIn = (reading: ReadingsPayload) =>
  metricNames.filter((name) => {
    const value = reading[name as keyof ReadingsPayload]
    return typeof value === 'number' && (value < metric(name).range.min || value > metric(name).range.max)
  })
const eventsOf = (steps: Step[]) => steps.flatMap(({ act }) => (act.does === 'sendEvent' ? [act.type] : []))
const pulses = (name: ScenarioName) => readingsOf(play(name)).flatMap(({ heartRate }) => heartRate ?? [])

describe.each(scenarioNames)('the scenario %s', (name) => {
  it('is the same story every time', () => {
    expect(play(name)).toEqual(play(name))
  })

  it('says only what a real watch may say', () => {
    for (const readings of messagesOf(play(name)))
      expect(readings.length).toBeLessThanOrEqual(MAX_READINGS_PER_MESSAGE)
    for (const reading of readingsOf(play(name))) expect(ReadingsPayload.parse(reading)).toEqual(reading)
    expect(readingsOf(play(name)).flatMap(impossibleIn)).toEqual([])
  })

  it('never tells of what has not happened yet', () => {
    const early = play(name).filter(({ atMs, act }) =>
      readingsOf([{ atMs, act }]).some(({ time }) => Number(time) > now + atMs),
    )
    expect(early).toEqual([])
  })

  it('tells each moment of a metric once', () => {
    const times = readingsOf(play(name)).map(({ time }) => time)
    expect(new Set(times).size).toBe(times.length)
  })
})

describe('what happens in them', () => {
  it('sos presses the button first of all', () => {
    expect(play('sos')[0]?.act).toMatchObject({ does: 'sendEvent', type: 'SOS' })
    expect(Math.max(...pulses('sos'))).toBeLessThan(limits.heartRate.high ?? 0)
  })

  it('fall leaves the steps where they were', () => {
    expect(eventsOf(play('fall'))).toEqual(['FALL'])
    expect(new Set(readingsOf(play('fall')).map(({ steps }) => steps)).size).toBe(1)
  })

  it('unknown alarm rings by nothing but a word that nobody knows', () => {
    expect(eventsOf(play('unknown-alarm'))).toEqual(['UNKNOWN_ALARM'])
  })

  it('racing pulse goes beyond what is dangerous and comes well back for two samples', () => {
    const { high, criticalHigh } = metrics.heartRate.limits
    expect(Math.max(...pulses('racing-pulse'))).toBeGreaterThan(criticalHigh)
    for (const pulse of pulses('racing-pulse').slice(-2)) expect(pulse).toBeLessThan(high - 5)
  })

  it('slow fever climbs by less than half a degree at a time, past the limit', () => {
    const warm = readingsOf(play('slow-fever')).flatMap(({ temperature }) => temperature ?? [])
    expect(Math.max(...warm)).toBeGreaterThan(limits.temperature.high ?? 0)
    expect(Math.max(...warm.slice(1).map((value, index) => value - (warm[index] ?? 0)))).toBeLessThan(0.5)
  })

  it('infection is inside every limit, and worse than they say', () => {
    const observer = createObserver()
    const states = new Map<RuleKind, Remembered<RuleState>>()
    const evaluate = (kind: RuleKind, fact: Fact): string[] => {
      const before = states.get(kind) ?? { state: {}, flaps: {} }
      const { results, remembered } = evaluateRule(kind, { fact, limits: limitsForAll() }, before)
      states.set(kind, remembered)
      return results.map(({ change }) => `${kind} ${change}`)
    }
    const changes = readingsOf(play('infection')).flatMap((readings) =>
      limitedMetrics.flatMap((name) => {
        const value = readings[name]
        if (value === undefined) return []
        const at = { metric: name, value, time: Number(readings.time) }
        const observed = observer.observe(name, value, at.time)
        const fact = { type: 'reading', ...at, isLate: false, ...observed } as const
        return (kindsBySubject.get(name) ?? []).flatMap((kind) => evaluate(kind, fact))
      }),
    )
    expect([...new Set(changes)]).toEqual(['DETERIORATION trigger', 'DETERIORATION clear'])
  })

  it('no movement has one count of steps for longer than the least that can be set, and then more', () => {
    const counts = readingsOf(play('no-movement'))
    const still = counts.filter(({ steps }) => steps === counts[0]?.steps)
    const HOUR = 3_600_000
    expect(Number(still.at(-1)?.time) - Number(still[0]?.time)).toBeGreaterThan(HOUR)
    expect(counts.at(-1)?.steps).toBeGreaterThan(counts[0]?.steps ?? Infinity)
  })

  it('a late check-in is one press, after all the rest', () => {
    expect(play('late-check-in').at(-1)?.act).toEqual({ does: 'sendEvent', type: 'CHECK_IN' })
  })

  it('outage takes as many watches as are one', () => {
    expect(scenarios.outage.watches).toBeGreaterThan(5)
  })

  it('low battery passes every step of the alarm, then charges', () => {
    const levels = readingsOf(play('low-battery')).flatMap(({ battery }) => battery ?? [])
    for (const step of [20, 10, 5]) expect(levels.some((level) => level <= step)).toBe(true)
    expect(levels.at(-1)).toBeGreaterThan(25)
    expect(eventsOf(play('low-battery'))).toEqual(['LOW_BATTERY', 'CHARGING'])
  })

  it('off wrist is taken off before it is put on', () => {
    expect(eventsOf(play('off-wrist'))).toEqual(['OFF_WRIST', 'ON_WRIST'])
  })

  it('wandering leaves the fence around home by more than one fix, and comes well back', () => {
    const shape = { kind: 'CIRCLE', centre: opening.fix, radiusM: FENCE_RADIUS_M } as const
    const beyond = readingsOf(play('wandering')).flatMap(({ position }) =>
      position ? [beyondFence(shape, { ...position, source: 'GPS' }).beyondM] : [],
    )
    expect(beyond.filter((metres) => metres > 50).length).toBeGreaterThan(1)
    expect(beyond.at(-1)).toBeLessThan(-50)
  })

  it('lost signal goes without a goodbye and brings back what it measured', () => {
    expect(play('lost-signal').map(({ act }) => act.does)).toEqual(['vanish', 'return', 'measure'])
    expect(readingsOf(play('lost-signal')).length).toBeGreaterThan(5)
  })

  it('late batch is hours old, and old news rings nobody as new', () => {
    const oldest = Math.max(...readingsOf(play('late-batch')).map(({ time }) => Number(time)))
    expect(now - oldest).toBeGreaterThan(HOUR_MS / 2)
    expect(Math.max(...pulses('late-batch'))).toBeGreaterThan(metrics.heartRate.limits.criticalHigh)
  })
})
