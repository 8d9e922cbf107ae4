import type { EventType } from '../alarms.ts'
import { ASSUMED, isInvented, type Measuring } from '../measuring.ts'
import { metric, type MetricName, metricNames } from '../metrics.ts'

const MINUTE_MS = 60_000

/**
 * What a sample is worth. GOOD: it may alarm. DOUBTFUL: it clears nothing, and tells only where what is dangerous goes on.
 * WORTHLESS: nobody wore the watch, or its model says so where it measured nothing; it is stored and not judged.
 */
export type Quality = 'GOOD' | 'DOUBTFUL' | 'WORTHLESS'

/** What is known of a sample beside its value. */
export type Observed = {
  quality: Quality
  /** The wearer walked within the last two minutes. */
  isMoving: boolean
  /** The last intervals between samples of this metric, oldest first; the same list goes on, so read it at once. */
  intervals: readonly number[]
  /** What was measured last of each metric, this sample too; the same map goes on, so read it at once. */
  newest: ReadonlyMap<MetricName, Last>
}

export type Reported =
  | { type: 'reading'; metric: MetricName; value: number; time: number }
  | { type: 'event'; event: EventType; time: number }

/** The metrics that say something of what is measured beside them. */
export const isContext = (name: MetricName): boolean => name === 'steps' || name === 'wearing'
export const contextMetrics = metricNames.filter(isContext)

const INTERVALS = 8
/** So many reports of steps are remembered: those of a batch are taken in before its vitals. */
const MOVES = 16
const MOVING_MS = 2 * MINUTE_MS
/** Steps that are reported less often than every two minutes are those of somebody who walks if there are so many. */
export const WALKING_STEPS_PER_MINUTE = 20
/** Changes further apart than this a body makes. */
const JUMP_MS = 5 * MINUTE_MS
/** So long a watch is believed that it lies off the wrist, if it does not say so again: many never say that they were put on again. */
const OFF_MS = 60 * MINUTE_MS
/** The same of one that does say so; what it says may be lost. */
const OFF_OF_HONEST_MS = 8 * 60 * MINUTE_MS

type Last = {
  at: number
  value: number
  intervals: number[]
  /** The last that was worth judging; null: none yet. */
  good: { at: number; value: number } | null
}

/** Whether a watch lies off the wrist, from when to when. What it says out of its turn changes nothing of what it said later. */
function createWorn(wasOff: { since: number } | null) {
  let off = wasOff && { since: wasOff.since, until: wasOff.since + OFF_MS }
  let onAt = Number.NEGATIVE_INFINITY
  const isOff = (time: number): boolean => off !== null && time >= off.since && time < off.until
  const end = (time: number): void => {
    if (off && time >= off.since) off.until = Math.min(off.until, time)
  }
  return {
    isOff,
    /** The last time, as far as is known by now. */
    last: () => off,
    putOn(time: number): void {
      onAt = Math.max(onAt, time)
      end(time)
    },
    takenOff(time: number, isMeasured: boolean): void {
      if (time < onAt) return
      const lifeMs = isMeasured || onAt > Number.NEGATIVE_INFINITY ? OFF_OF_HONEST_MS : OFF_MS
      const since = off && isOff(time) ? off.since : time
      off = { since, until: time + lifeMs }
    },
    /** Whoever walks wears it. */
    walks: end,
  }
}

/** When the wearer of a watch walked. */
function createMoves(onWalk: (time: number) => void) {
  const moves: number[] = []
  let last: { at: number; value: number } | null = null
  return {
    isMoving: (time: number): boolean => moves.some((at) => Math.abs(time - at) <= MOVING_MS),
    add(time: number, value: number): void {
      const before = last
      if (before && time < before.at) return
      last = { at: time, value }
      if (!before || value <= before.value) return
      const minutes = (time - before.at) / MINUTE_MS
      const isWalk = value - before.value >= WALKING_STEPS_PER_MINUTE * minutes
      if (isWalk) onWalk(time)
      if (!isWalk && minutes * MINUTE_MS > MOVING_MS) return
      moves.push(time)
      if (moves.length > MOVES) moves.shift()
    },
  }
}

type Context = { worn: ReturnType<typeof createWorn>; moves: ReturnType<typeof createMoves> }

function noteContext({ worn, moves }: Context, reported: Reported): void {
  const { time } = reported
  if (reported.type === 'event') {
    if (reported.event === 'ON_WRIST') worn.putOn(time)
    else if (reported.event === 'OFF_WRIST') worn.takenOff(time, false)
  } else if (reported.metric === 'steps') moves.add(time, reported.value)
  else if (reported.metric === 'wearing') {
    if (reported.value === 1) worn.putOn(time)
    else worn.takenOff(time, true)
  }
}

/** From when until when a watch lay off the wrist, by what it said in that order: what it measured then is worthless. */
export function offWristSpans(reports: readonly Reported[]): { from: number; to: number }[] {
  const worn = createWorn(null)
  const context = { worn, moves: createMoves((time) => worn.walks(time)) }
  const spans = new Map<number, number>()
  for (const reported of reports) {
    noteContext(context, reported)
    const last = worn.last()
    if (last) spans.set(last.since, last.until)
  }
  return [...spans].map(([from, to]) => ({ from, to })).filter(({ from, to }) => to > from)
}

type Followed = {
  /** It lay off the wrist when that began. */
  wasOff?: { since: number } | null
  measuring?: Measuring | undefined
}

/** Follows one watch: how often it measures what, whether its wearer walks, whether it is worn. Facts come in the order they were measured. */
export function createObserver({ wasOff = null, measuring = ASSUMED }: Followed = {}) {
  const last = new Map<MetricName, Last>()
  const worn = createWorn(wasOff)
  const moves = createMoves((time) => worn.walks(time))

  return {
    /** Takes in what says something of the samples beside it. */
    note: (reported: Reported): void => noteContext({ worn, moves }, reported),
    /** What a sample is worth; it is one of those that the next is compared with. */
    observe(name: MetricName, value: number, time: number): Observed {
      const before = last.get(name)
      const intervals = before?.intervals ?? []
      const isMoving = moves.isMoving(time)
      if (worn.isOff(time) || isInvented(measuring, name, value))
        return { quality: 'WORTHLESS', isMoving, intervals, newest: last }
      if (before && time > before.at) {
        intervals.push(time - before.at)
        if (intervals.length > INTERVALS) intervals.shift()
      }
      const isDoubtful =
        isMoving ||
        (measuring.ofBody !== true && isTooCold(name, value)) ||
        isJump(name, { value, time }, before)
      const good = isDoubtful ? (before?.good ?? null) : { at: time, value }
      last.set(name, { at: time, value, intervals, good })
      return { quality: isDoubtful ? 'DOUBTFUL' : 'GOOD', isMoving, intervals, newest: last }
    },
  }
}

export type Observer = ReturnType<typeof createObserver>

const isTooCold = (name: MetricName, value: number): boolean => value < (metric(name).doubtfulUnder ?? value)

function isJump(
  name: MetricName,
  { value, time }: { value: number; time: number },
  before: Last | undefined,
): boolean {
  const { jump } = metric(name)
  if (!before || jump === undefined || Math.abs(value - before.value) <= jump) return false
  // A clock that was set back says nothing of how long ago the one before was.
  return time >= before.at && time - before.at <= JUMP_MS
}
