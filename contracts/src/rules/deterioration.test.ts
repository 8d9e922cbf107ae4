import { expect, it } from 'vitest'
import { limitsForAll } from '../limits.ts'
import { type LimitedMetric, metric } from '../metrics.ts'
import { evaluateRule, type Remembered } from './evaluate-rule.ts'
import { createObserver } from './observer.ts'
import type { RuleState } from './rule.ts'

const MINUTE = 60_000
type Sample = readonly [minute: number, name: LimitedMetric | 'steps' | 'wearing', value: number]

/** What the rule says of samples, in their order: `minute: severity score`, or `minute: over`. */
function alarmsOf(samples: readonly Sample[], limits = limitsForAll(), startsAnewAt = Infinity): string[] {
  let observer = createObserver()
  let remembered: Remembered<RuleState> = { state: {}, flaps: {} }
  return samples.flatMap(([minute, name, value]) => {
    const time = minute * MINUTE
    if (minute === startsAnewAt) observer = createObserver()
    observer.note({ type: 'reading', metric: name, value, time })
    const observed = observer.observe(name, value, time)
    const fact = { type: 'reading', metric: name, value, time, isLate: false, ...observed } as const
    const evaluated = evaluateRule('DETERIORATION', { fact, limits }, remembered)
    remembered = evaluated.remembered
    return evaluated.results.map((result) =>
      result.change === 'clear' ? `${minute}: over` : `${minute}: ${result.severity} ${result.value}`,
    )
  })
}

const PUBLISHED = [
  ['heartRate', [40, 3], [41, 1], [50, 1], [51, 0], [90, 0], [91, 1], [110, 1], [111, 2], [130, 2], [131, 3]],
  ['spo2', [91, 3], [92, 2], [93, 2], [94, 1], [95, 1], [96, 0]],
  ['systolic', [90, 3], [91, 2], [100, 2], [101, 1], [110, 1], [111, 0], [219, 0], [220, 3]],
  ['temperature', [34, 0], [38, 0], [38.1, 1], [39, 1], [39.1, 2]],
] as const satisfies [LimitedMetric, ...[value: number, points: number][]][]

it.each(
  PUBLISHED.map(([name, ...expected]): [LimitedMetric, readonly (readonly [number, number])[]] => [
    name,
    expected,
  ]),
)('%s has the points of NEWS2', (name, expected) => {
  expect(expected.map(([value]) => [value, metric(name).news2?.(value, {}, false)])).toEqual(expected)
})

it('a temperature of the body itself has points below, and as the skin above', () => {
  const points = [35, 35.1, 36, 36.1, 38, 38.1, 39, 39.1].map((value) =>
    metric('temperature').news2?.(value, {}, true),
  )
  expect(points).toEqual([3, 1, 1, 0, 0, 1, 1, 2])
})

it('nothing is scored that says nothing of it', () => {
  expect([metric('diastolic').news2, metric('steps').news2, metric('battery').news2]).toEqual([
    undefined,
    undefined,
    undefined,
  ])
})

it('who has three values that are each inside their limits, and together five points, is called for at the second', () => {
  // 2 and 2 and 1.
  const once: Sample[] = [
    [0, 'heartRate', 115],
    [1, 'spo2', 93],
    [2, 'systolic', 105],
  ]
  expect(alarmsOf(once)).toEqual([])
  expect(alarmsOf([...once, [5, 'heartRate', 114]])).toEqual(['5: HIGH 5'])
})

it('seven points are critical at the second', () => {
  const samples: Sample[] = [
    [0, 'heartRate', 132],
    [1, 'spo2', 90],
    [5, 'heartRate', 133],
    [6, 'systolic', 108],
    [10, 'heartRate', 134],
  ]
  expect(alarmsOf(samples)).toEqual(['5: HIGH 6', '6: HIGH 7', '10: CRITICAL 7'])
})

it('several that are measured at one moment are one', () => {
  const together = (minute: number): Sample[] => [
    [minute, 'heartRate', 115],
    [minute, 'spo2', 93],
    [minute, 'systolic', 105],
  ]
  expect(alarmsOf(together(0))).toEqual([])
  expect(alarmsOf([...together(0), ...together(10)])[0]).toBe('10: HIGH 5')
})

it('one that is as it should be does not confirm, and two after another end it', () => {
  const worse: Sample[] = [
    [0, 'heartRate', 132],
    [1, 'spo2', 93],
    [2, 'systolic', 120],
  ]
  expect(alarmsOf(worse)).toEqual([])
  const better: Sample[] = [
    [5, 'heartRate', 131],
    [10, 'heartRate', 120],
    [15, 'heartRate', 112],
  ]
  expect(alarmsOf([...worse, ...better])).toEqual(['5: HIGH 5', '15: over'])
})

it('what is older than an hour is not counted', () => {
  const oxygen: Sample[] = [
    [0, 'spo2', 92],
    [20, 'spo2', 92],
  ]
  const pulse = (minute: number): Sample[] => [
    [minute, 'heartRate', 131],
    [minute + 5, 'heartRate', 132],
  ]
  expect(alarmsOf([...oxygen, ...pulse(70)])).toEqual(['75: HIGH 5'])
  expect(alarmsOf([...oxygen, ...pulse(81)])).toEqual([])
})

it('nor is what was measured walking, or off the wrist', () => {
  const worse: Sample[] = [
    [0, 'spo2', 92],
    [1, 'heartRate', 131],
    [6, 'heartRate', 132],
  ]
  expect(alarmsOf(worse)).toEqual(['6: HIGH 5'])
  const walking: Sample[] = [
    [0, 'steps', 10],
    [1, 'steps', 110],
    [3, 'steps', 310],
    [5, 'steps', 510],
  ]
  const order = (samples: Sample[]) => samples.toSorted(([one], [other]) => one - other)
  expect(alarmsOf(order([...walking, ...worse]))).toEqual([])
  expect(alarmsOf([[0, 'wearing', 0], ...worse])).toEqual([])
})

it('for whom a low saturation is aimed at it has the points of the second scale', () => {
  const samples: Sample[] = [
    [0, 'spo2', 90],
    [1, 'heartRate', 112],
    [6, 'heartRate', 113],
  ]
  expect(alarmsOf(samples)).toEqual(['6: HIGH 5'])
  expect(alarmsOf(samples, limitsForAll({ spo2: { low: 88 } }))).toEqual([])
  expect([87, 86, 85, 84, 83].map((value) => metric('spo2').news2?.(value, { low: 88 }, false))).toEqual([
    1, 1, 2, 2, 3,
  ])
})

it('an engine that begins anew knows the values of an alarm that is open', () => {
  const ill: Sample[] = [
    [0, 'spo2', 90],
    [1, 'systolic', 95],
    [2, 'heartRate', 132],
    [7, 'heartRate', 133],
    [12, 'heartRate', 133],
    [17, 'heartRate', 134],
  ]
  const alarms = alarmsOf(ill)
  expect(alarms.at(-1)).toBe('17: CRITICAL 8')
  expect(alarmsOf(ill, limitsForAll(), 12)).toEqual(alarms)
})

it('of a child nothing is scored: the score is of adults', () => {
  const fact = (time: number) =>
    ({
      type: 'reading',
      metric: 'heartRate',
      value: 135,
      time,
      isLate: false,
      quality: 'GOOD',
      newest,
    }) as const
  const last = (value: number) => ({ at: 0, value, intervals: [], good: { at: 0, value } })
  const newest = new Map([['systolic', last(95)] as const])
  const scored = (age: number | null): number => {
    const limits = limitsForAll()
    const first = evaluateRule('DETERIORATION', { fact: fact(0), limits, age }, { state: {}, flaps: {} })
    return evaluateRule('DETERIORATION', { fact: fact(MINUTE), limits, age }, first.remembered).results.length
  }
  expect([8, 15, 16, 82, null].map(scored)).toEqual([0, 0, 1, 1, 1])
})

it('what is open of somebody who turns out to be a child is over', () => {
  const fact = (time: number, value: number) =>
    ({ type: 'reading', metric: 'heartRate', value, time, isLate: false, quality: 'GOOD', newest }) as const
  const last = { at: 0, value: 95, intervals: [], good: { at: 0, value: 95 } }
  const newest = new Map([['systolic', last] as const])
  let remembered: Remembered<RuleState> = { state: {}, flaps: {} }
  const changesAt = (minute: number, value: number, age: number | null) => {
    const situation = { fact: fact(minute * MINUTE, value), limits: limitsForAll(), age }
    const evaluated = evaluateRule('DETERIORATION', situation, remembered)
    remembered = evaluated.remembered
    return evaluated.results.map(({ change }) => change)
  }
  expect([changesAt(0, 135, null), changesAt(10, 135, null)]).toEqual([[], ['trigger']])
  // As it still is: of a child it says nothing.
  expect(changesAt(20, 135, 8)).toEqual(['clear'])
  expect(remembered.state).toEqual({})
  expect(changesAt(30, 135, 8)).toEqual([])
})
