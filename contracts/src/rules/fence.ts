import { type Severity, severities } from '../alarms.ts'
import type { FenceSchedule, FenceShape, FenceStanding } from '../fences.ts'
import { MODE_MINUTES } from '../freshness.ts'
import type { PositionSource } from '../http/positions.ts'
import { isWithinHours } from './fence-hours.ts'
import { beyondFence } from './fence-shape.ts'
import type { Clear, Trigger } from './rule.ts'

/** A fix less exact than this is shown, not evaluated. */
export const FIX_ACCURACY_MAX_M = 100
/** Outside is only who is this much beyond the line. */
export const FENCE_MARGIN_M = 25
const FIXES = 2

/** What a fix is taken for whose watch does not say how exact it is; of a cell tower nothing can be assumed. */
export const USUAL_ACCURACY_M: Record<PositionSource, number> = {
  GPS: 30,
  BLE: 30,
  WIFI: 100,
  CELL: Number.POSITIVE_INFINITY,
}

/** How exact a fix is taken to be, in metres. */
export const accuracyOf = ({ accuracyM, source }: Pick<Fix, 'accuracyM' | 'source'>): number =>
  accuracyM ?? USUAL_ACCURACY_M[source]

export type Fence = {
  id: number
  uuid: string
  shape: FenceShape
  schedule: FenceSchedule | null
  severity: Severity
}

export type Fix = {
  lat: number
  lng: number
  accuracyM: number | null
  source: PositionSource
  time: number
  /** History: it says nothing of where somebody is now. */
  isLate: boolean
}

/** What is remembered of one fence: how many fixes running lay outside, whether the wearer is known to have left, and when the last fix was evaluated. */
export type FenceSide = {
  stands: 'INSIDE' | 'OUTSIDE' | 'UNKNOWN'
  outside: number
  left: boolean
  at: number
}
/** By the fence's uuid. */
export type FenceState = Readonly<Record<string, FenceSide>>

export type FenceSituation = {
  fix: Fix
  fences: readonly Fence[]
  state: FenceState
  /** How often the watch should tell where it is. */
  expectedMs: number
  /** The wearer's, in which the fences' hours are meant. */
  zone: string
}

/** An exit is news; that somebody is outside still is not. */
export type FenceResult = (Trigger & { fenceId: number; isExit: boolean }) | Clear
export type FenceEvaluation = { results: readonly FenceResult[]; state: FenceState }

const unseen: FenceSide = { stands: 'UNKNOWN', outside: 0, left: false, at: Number.NEGATIVE_INFINITY }
const sides = (state: FenceState): FenceSide[] => Object.values(state)
const hasLeft = (state: FenceState): boolean => sides(state).some(({ left }) => left)
const isOutOfTurn = (state: FenceState, { time }: Fix): boolean => sides(state).some(({ at }) => time <= at)

/** Leaving a fence alarms, gravest fence first; back inside all that were left, it clears. */
export function evaluateFences(situation: FenceSituation): FenceEvaluation {
  const { fix, fences, state } = situation
  const accuracyM = accuracyOf(fix)
  if (fix.isLate || accuracyM > FIX_ACCURACY_MAX_M || isOutOfTurn(state, fix)) return { results: [], state }

  const evaluated = fences
    .filter((fence) => isWatched(fence, { time: fix.time, zone: situation.zone }))
    .map((fence) => ({ fence, ...evaluate(fence, accuracyM, situation) }))
  const next = Object.fromEntries(evaluated.map(({ fence, side }) => [fence.uuid, side]))
  const out = evaluated.filter(({ side, isOutside }) => side.left && isOutside).map(({ fence }) => fence)
  const exits = out.filter(({ uuid }) => !state[uuid]?.left)
  const isExit = exits.length > 0
  return { results: resultsOf({ out: isExit ? exits : out, isExit }, state, next), state: next }
}

/** A fence that is gone, switched off or out of its hours holds nobody. The same `state` object again: nothing changed. */
export function releaseFences(
  fences: readonly Fence[],
  state: FenceState,
  now: { time: number; zone: string },
): FenceEvaluation {
  const held = new Set(fences.filter((fence) => isWatched(fence, now)).map(({ uuid }) => uuid))
  const kept = Object.entries(state).filter(([uuid]) => held.has(uuid))
  if (kept.length === Object.keys(state).length) return { results: [], state }
  const next = Object.fromEntries(kept)
  return { results: resultsOf({ out: [], isExit: false }, state, next), state: next }
}

/** Where the wearer stands to a fence: without a fix for two intervals nobody knows, and nobody is outside for it. A watch told to hurry may keep its old pace until it has heard of it. */
export function standingNow(
  state: FenceState,
  uuid: string,
  { time, expectedMs }: { time: number; expectedMs: number },
): FenceStanding {
  const side = state[uuid]
  const paceMs = hasLeft(state) ? Math.max(expectedMs, MODE_MINUTES.NORMAL * 60_000) : expectedMs
  return side && time - side.at <= 2 * paceMs ? side.stands : 'UNKNOWN'
}

const isWatched = ({ schedule }: Fence, now: { time: number; zone: string }): boolean =>
  schedule === null || isWithinHours(schedule, now)

function evaluate(
  { uuid, shape }: Fence,
  accuracyM: number,
  { fix, state, expectedMs }: FenceSituation,
): { side: FenceSide; isOutside: boolean } {
  const side = state[uuid] ?? unseen
  const { beyondM, radiusM } = beyondFence(shape, fix)
  const at = fix.time
  if (beyondM + accuracyM < 0)
    return { side: { stands: 'INSIDE', outside: 0, left: false, at }, isOutside: false }

  const stands = standingNow(state, uuid, { time: at, expectedMs })
  const running = stands === 'UNKNOWN' ? 0 : side.outside
  const surelyBeyondM = beyondM - accuracyM
  if (!(surelyBeyondM > FENCE_MARGIN_M))
    return { side: { ...side, stands, outside: running, at }, isOutside: false }

  const outside = Math.min(running + 1, FIXES)
  const left = side.left || outside >= FIXES || surelyBeyondM > radiusM
  return { side: { stands: 'OUTSIDE', outside, left, at }, isOutside: true }
}

function resultsOf(
  { out, isExit }: { out: readonly Fence[]; isExit: boolean },
  before: FenceState,
  after: FenceState,
): FenceResult[] {
  const [gravest] = out.toSorted((a, b) => severities.indexOf(b.severity) - severities.indexOf(a.severity))
  if (gravest) {
    const { id: fenceId, severity } = gravest
    return [{ change: 'trigger', direction: 'NONE', severity, metric: null, value: null, fenceId, isExit }]
  }
  return hasLeft(before) && !hasLeft(after) ? [{ change: 'clear', direction: 'NONE' }] : []
}
