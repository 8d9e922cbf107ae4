import type { EventType } from '../alarms.ts'
import { type Limits, limitsForAll } from '../limits.ts'
import type { MetricName } from '../metrics.ts'
import { describe, expect, it } from 'vitest'
import { rules } from './index.ts'
import type { Fact, RuleKind, RuleState } from './rule.ts'

const noon = Date.parse('2026-11-21T12:00:00Z')
const reading = (metric: MetricName, value: number, isLate = false): Fact => ({
  type: 'reading',
  metric,
  value,
  time: noon,
  isLate,
})
const event = (name: EventType, isLate = false): Fact => ({ type: 'event', event: name, time: noon, isLate })

/** Gives the rule the facts one after the other and writes down its results. */
function add(kind: RuleKind, facts: Fact[], limits: Partial<Record<MetricName, Limits>> = {}): string[] {
  let state: RuleState = {}
  return facts.map((fact) => {
    const subject = fact.type === 'reading' ? fact.metric : fact.event
    const isSubject = rules[kind].subjects.includes(subject)
    const evaluation = isSubject
      ? rules[kind].evaluate({ fact, state, limits: limitsForAll(limits) })
      : { results: [], state }
    // As it is after a restart: through JSON.
    state = JSON.parse(JSON.stringify(evaluation.state)) as RuleState
    return evaluation.results
      .map(
        (result) =>
          `${result.change} ${result.direction}${result.change === 'trigger' ? ` ${result.severity}` : ''}`,
      )
      .join(', ')
  })
}
const pulse = (...values: number[]) =>
  add(
    'HEART_RATE',
    values.map((value) => reading('heartRate', value)),
    { heartRate: { low: 50, high: 120 } },
  )

describe('heart rate', () => {
  it('alarms at the second sample above the limit, not at the first', () => {
    expect(pulse(121, 122)).toEqual(['', 'trigger HIGH HIGH'])
  })
  it('takes the limit itself as inside', () => expect(pulse(120, 120, 50, 50)).toEqual(['', '', '', '']))
  it('alarms at two of the last three, and not at two further apart', () => {
    expect(pulse(121, 100, 121)).toEqual(['', '', 'trigger HIGH HIGH'])
    expect(pulse(121, 100, 100, 121, 100, 100, 121)).toEqual(['', '', '', '', '', '', ''])
  })
  it('is critical at once beyond what is dangerous', () => {
    expect(pulse(141)).toEqual(['trigger HIGH CRITICAL'])
    expect(pulse(140)).toEqual([''])
    expect(pulse(39)).toEqual(['trigger LOW CRITICAL'])
    expect(pulse(40)).toEqual([''])
  })
  it('rises from high to critical and never falls while open', () => {
    expect(pulse(125, 126, 150, 126)).toEqual([
      '',
      'trigger HIGH HIGH',
      'trigger HIGH CRITICAL',
      'trigger HIGH CRITICAL',
    ])
  })
  it('clears after two samples well inside, and not on the edge', () => {
    expect(pulse(130, 130, 118, 118, 115, 115)).toEqual(['', 'trigger HIGH HIGH', '', '', '', 'clear HIGH'])
  })
  it('starts counting again when the pulse leaves before it has cleared', () => {
    expect(pulse(130, 130, 110, 121, 110, 110).at(-1)).toBe('clear HIGH')
    expect(pulse(130, 130, 110, 121, 110)).not.toContain('clear HIGH')
  })
  it('keeps the two sides apart', () => {
    expect(pulse(130, 130, 45, 45)).toEqual(['', 'trigger HIGH HIGH', '', 'clear HIGH, trigger LOW HIGH'])
  })
  it('neither raises, confirms nor clears by what arrives late', () => {
    const facts = [
      reading('heartRate', 180, true),
      reading('heartRate', 125),
      reading('heartRate', 126, true),
      reading('heartRate', 127),
      reading('heartRate', 80, true),
      reading('heartRate', 80, true),
    ]
    expect(add('HEART_RATE', facts)).toEqual(['', '', '', 'trigger HIGH HIGH', '', ''])
  })
  it('uses the metric’s own limits where the device has none', () => {
    expect(add('HEART_RATE', [reading('heartRate', 125), reading('heartRate', 125)])).toEqual([
      '',
      'trigger HIGH HIGH',
    ])
  })
})

describe('oxygen and temperature', () => {
  const of = (kind: RuleKind, metric: MetricName, ...values: number[]) =>
    add(
      kind,
      values.map((value) => reading(metric, value)),
    )
  it('are critical at the first sample of 85 %, and of more than 39.5 degrees', () => {
    expect(of('SPO2', 'spo2', 86)).toEqual([''])
    expect(of('SPO2', 'spo2', 85)).toEqual(['trigger LOW CRITICAL'])
    expect(of('TEMPERATURE', 'temperature', 39.5)).toEqual([''])
    expect(of('TEMPERATURE', 'temperature', 41.5)).toEqual(['trigger HIGH CRITICAL'])
  })
  it('warn at the second of 91 %, and of more than 38 degrees', () => {
    expect(of('SPO2', 'spo2', 92, 92, 91, 91)).toEqual(['', '', '', 'trigger LOW HIGH'])
    expect(of('TEMPERATURE', 'temperature', 38, 38.1, 38.1)).toEqual(['', '', 'trigger HIGH HIGH'])
  })
  it('of a cold wrist is none, where nobody set a limit for it', () => {
    expect(of('TEMPERATURE', 'temperature', 33.5, 33.5, 33.5)).toEqual(['', '', ''])
  })
})

describe('blood pressure', () => {
  it('is one alarm a side, whichever of the two numbers is out, and clears when both are back', () => {
    const both = (systolic: number, diastolic: number) => [
      reading('systolic', systolic),
      reading('diastolic', diastolic),
    ]
    const facts = [
      ...both(170, 105),
      ...both(170, 105),
      ...both(150, 105),
      ...both(150, 80),
      ...both(150, 80),
    ]
    expect(add('BLOOD_PRESSURE', facts).filter(Boolean)).toEqual([
      'trigger HIGH HIGH',
      'trigger HIGH HIGH',
      'trigger HIGH HIGH',
      'clear HIGH',
    ])
  })
})

describe('oxygen and temperature', () => {
  it('alarms when oxygen falls below its limit and never above', () => {
    expect(
      add(
        'SPO2',
        [90, 90, 93, 93, 100].map((value) => reading('spo2', value)),
      ),
    ).toEqual(['', 'trigger LOW HIGH', '', 'clear LOW', ''])
  })
  it('alarms on fever', () => {
    expect(
      add(
        'TEMPERATURE',
        [38.1, 38.4].map((value) => reading('temperature', value)),
      ),
    ).toEqual(['', 'trigger HIGH HIGH'])
  })
})

describe('SOS and falls', () => {
  it.each(['SOS', 'FALL'] as const)('%s is critical, at once and each time, late or not', (kind) => {
    expect(add(kind, [event(kind), event(kind), event(kind, true)])).toEqual(
      Array(3).fill('trigger NONE CRITICAL'),
    )
  })
  it('an alarm that nobody can read is high, at once and each time, late or not', () => {
    const unknown = event('UNKNOWN_ALARM')
    expect(add('UNKNOWN_ALARM', [unknown, unknown, event('UNKNOWN_ALARM', true), event('SOS')])).toEqual([
      ...Array(3).fill('trigger NONE HIGH'),
      '',
    ])
  })
  it('hears nothing else', () =>
    expect(add('SOS', [event('FALL'), reading('heartRate', 200)])).toEqual(['', '']))
})

describe('battery', () => {
  const battery = (...values: number[]) =>
    add(
      'BATTERY',
      values.map((value) => reading('battery', value)),
    )
  it('tells once a grade', () => {
    expect(battery(21, 20, 19, 10, 9, 5, 4)).toEqual([
      '',
      'trigger NONE LOW',
      '',
      'trigger NONE MEDIUM',
      '',
      'trigger NONE HIGH',
      '',
    ])
  })
  it('clears five points above the mark', () =>
    expect(battery(18, 24, 25)).toEqual(['trigger NONE LOW', '', 'clear NONE']))
  it('clears when the watch is charging', () => {
    expect(add('BATTERY', [reading('battery', 8), event('CHARGING')])).toEqual([
      'trigger NONE MEDIUM',
      'clear NONE',
    ])
  })
})

describe('off the wrist', () => {
  it('is told once, by event or reading, until the watch is worn again', () => {
    const facts = [
      event('OFF_WRIST'),
      reading('wearing', 0),
      reading('wearing', 1),
      reading('wearing', 1),
      reading('wearing', 0),
      event('ON_WRIST'),
    ]
    expect(add('OFF_WRIST', facts)).toEqual([
      'trigger NONE MEDIUM',
      '',
      'clear NONE',
      '',
      'trigger NONE MEDIUM',
      'clear NONE',
    ])
  })
})
