import { isLimited, type MetricName, metricNames } from '@carewatch/contracts/metrics'
import { dayAt, momentOf, wallOf } from '../../i18n/zone.ts'
import { type Outing, outingsOn, type Tracks } from './outings.ts'
import { type Sides, sideOf } from '../../vitals/bounds.ts'
import { counted, type History } from '../../vitals/history.ts'
import { sleepOf } from '../../vitals/nights.ts'
import { gapAfterMs, type Point } from '../../vitals/series.ts'
import { lengthOf, type Span, within } from '../../vitals/span.ts'

const MINUTE_MS = 60_000
/** A shorter silence is nothing that a day is told by. */
const SILENCE_MIN_MS = 60 * MINUTE_MS
const OFF_WRIST_MIN_MS = 30 * MINUTE_MS
/** What was measured longer ago says nothing of now. */
const RECENT_MS = 2 * 60 * MINUTE_MS
/** Who is out then is not out as usual. */
const NIGHT = { from: 22, to: 6 }
/** What is usual is said of a fortnight, of which so many days must be known. */
export const USUAL_STEP_DAYS = 14
const USUAL_DAYS_MIN = 7
/** Who hardly walks is not told to walk less. */
const USUAL_STEPS_MIN = 500
const LESS = 0.6
const MORE = 1.4

type Than = 'usual' | 'less' | 'more'
/** One true sentence about a day; `to` null: it goes on. */
export type Fact =
  | { kind: 'asUsual' }
  | { kind: 'alarms'; n: number }
  | { kind: 'slept'; minutes: number }
  | { kind: 'steps'; n: number; than: Than | null }
  | { kind: 'silent' | 'offWrist'; from: Date; to: Date | null }
  | Outing
  | { kind: 'outside'; metric: MetricName; side: 'above' | 'below' }

export type DayFacts = Tracks & {
  now: Date
  /** Whose day it is. */
  zone: string
  expectedIntervalMs: number
  /** At least since midnight; `span`: what was asked for. */
  history: History
  span: Span
  /** Of the fortnight before. */
  steps: readonly Point[]
  limits: Partial<Record<MetricName, Sides>>
  /** How many alarms there were today, and whether nobody waits and the watch is heard now. */
  alarms: number
  isWell: boolean
}

/** What the steps of other days had come to at this time of the day: the middle one; null where too few days are known. */
export function usualSteps(steps: readonly Point[], now: Date, zone: string): number | null {
  const { hour, minute } = wallOf(now, zone)
  const known = Array.from({ length: USUAL_STEP_DAYS }, (_, index) => {
    const from = dayAt(now, -1 - index, zone)
    const to = momentOf({ ...wallOf(from, zone), hour, minute }, zone)
    return steps.filter(({ time }) => time >= from && time <= to).map(({ value }) => value)
  }).flatMap((values) => (values.length === 0 ? [] : [Math.max(...values)]))
  if (known.length < USUAL_DAYS_MIN) return null
  return known.toSorted((one, other) => one - other)[known.length >> 1] ?? null
}

function thanUsual(n: number, usual: number | null): Than | null {
  if (usual === null || usual < USUAL_STEPS_MIN) return null
  return n < usual * LESS ? 'less' : n > usual * MORE ? 'more' : 'usual'
}

/** When nothing was heard of the watch, within the day, and whether it is known how the day began. */
function silences({ history, positions, expectedIntervalMs, now }: DayFacts, day: Span) {
  const moments = [...Object.values(history.points).flat(), ...(positions ?? [])].map(({ time }) =>
    time.getTime(),
  )
  const times = [...new Set(moments)]
    .filter((time) => time <= now.getTime())
    .toSorted((one, other) => one - other)
  const long = Math.max(
    SILENCE_MIN_MS,
    gapAfterMs(
      times.map((time) => ({ time: new Date(time), value: 0 })),
      expectedIntervalMs,
    ),
  )
  const isBeginKnown = (times[0] ?? Infinity) <= day.from.getTime() + long
  const silent = [...times, now.getTime()].flatMap((time, index) => {
    const before = times[index - 1]
    if (before === undefined || time - before <= long) return []
    const silence = within({ from: new Date(before), to: new Date(time) }, day)
    return silence && lengthOf(silence) >= SILENCE_MIN_MS ? [silence] : []
  })
  return { silent, isBeginKnown }
}

/** When the watch lay off the wrist. */
function offWrist({ history }: DayFacts, day: Span): Span[] {
  return (history.worthless['heartRate'] ?? []).flatMap((lay) => {
    const part = within(lay, day)
    return part && lengthOf(part) >= OFF_WRIST_MIN_MS ? [part] : []
  })
}

const isOn = ({ time }: Point, { from, to }: Span): boolean => time >= from && time <= to

/** What lay outside its limits today, each vital once. */
function outside(
  points: History['points'],
  limits: DayFacts['limits'],
  day: Span,
): Extract<Fact, { kind: 'outside' }>[] {
  return metricNames.filter(isLimited).flatMap((metric) => {
    const sides = limits[metric]
    const values = (points[metric] ?? []).filter((point) => isOn(point, day))
    const side = sides && values.map(({ value }) => sideOf(value, sides)).find((each) => each !== null)
    return side ? [{ kind: 'outside' as const, metric, side }] : []
  })
}

function nightOf(points: History['points'], day: Span, zone: string): Fact[] {
  const minutes = sleepOf(points, day, zone) ?? 0
  return minutes > 0 ? [{ kind: 'slept', minutes }] : []
}

const stretches = (kind: 'silent' | 'offWrist', spans: readonly Span[], now: Date): Fact[] =>
  spans.map(({ from, to }) => ({ kind, from, to: to >= now ? null : to }))

/** What the counter came to: since it began anew, where it did so after midnight. */
function walkedOn(steps: readonly Point[], day: Span): number | null {
  const counts = steps
    .filter((point) => isOn(point, day))
    .toSorted((one, other) => one.time.getTime() - other.time.getTime())
    .map(({ value }) => value)
  const began = counts.findLastIndex((value, index) => value < (counts[index - 1] ?? value))
  return counts.length === 0 ? null : Math.max(...counts.slice(Math.max(0, began)))
}

/** Out now, or by night. */
const isUnusual = ({ from, to }: Outing, day: Span, zone: string): boolean => {
  const hours = [from, ...(to ? [to] : [])].map((at) => wallOf(at, zone).hour)
  return to === null || from < day.from || hours.some((hour) => hour >= NIGHT.from || hour < NIGHT.to)
}

/** The day in sentences, each of them what the data say and nothing more. */
export function dayIn(facts: DayFacts): Fact[] {
  const { now, zone, history, limits, alarms, isWell } = facts
  const day = { from: dayAt(now, 0, zone), to: now }
  const points = counted(history)
  const n = walkedOn(points.steps ?? [], day)
  const than = n === null ? null : thanUsual(n, usualSteps(facts.steps, now, zone))
  const { silent, isBeginKnown } = silences(facts, day)
  const gaps = [...stretches('silent', silent, now), ...stretches('offWrist', offWrist(facts, day), now)]
  const beyond = outside(points, limits, day)
  const isMeasured = (points.heartRate ?? []).some(
    ({ time }) => time <= now && now.getTime() - time.getTime() < RECENT_MS,
  )
  const out = outingsOn(facts, day)
  const isAsUsual =
    isWell &&
    isMeasured &&
    isBeginKnown &&
    alarms === 0 &&
    gaps.length === 0 &&
    beyond.length === 0 &&
    than !== 'less' &&
    !out.some((one) => isUnusual(one, day, zone))
  return [
    ...(isAsUsual ? [{ kind: 'asUsual' as const }] : []),
    ...(alarms > 0 ? [{ kind: 'alarms' as const, n: alarms }] : []),
    ...beyond,
    ...nightOf(points, day, zone),
    ...(n === null ? [] : [{ kind: 'steps' as const, n, than }]),
    ...out,
    ...gaps,
  ]
}
