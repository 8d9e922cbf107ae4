import type { Direction } from '../alarms.ts'

/** An alarm that opens so often within this time stays open until all has been calm for so long. */
export const FLAPPING = { openings: 3, withinMs: 15 * 60_000, calmMs: 5 * 60_000 } as const

type Flap = {
  isOpen: boolean
  /** When it opened, as far as that counts. */
  openings: readonly number[]
  /** Since when its rule holds it for over, while it is kept open. */
  calmSince: number | null
}
export type Flaps = { readonly [Side in Direction]?: Flap }

type SideChange = { change: 'trigger' | 'clear'; direction: Direction }
type Moment = { time: number; isLate: boolean }

const atRest: Flap = { isOpen: false, openings: [], calmSince: null }
const recent = (openings: readonly number[], time: number): readonly number[] =>
  openings.filter((at) => at > time - FLAPPING.withinMs).slice(-FLAPPING.openings)

/** Nearly always: tens of thousands of facts a second pass here. */
function isNothing(flaps: Flaps): boolean {
  for (const _direction in flaps) return false
  return true
}

/** Holds back the clearing of an alarm that would open again at once: a noisy sensor is one alarm, not hundreds. The same `flaps` object again: nothing to remember. */
export function holdFlapping<RuleResult extends SideChange>(
  flaps: Flaps,
  results: readonly RuleResult[],
  moment: Moment,
): { results: readonly (RuleResult | { change: 'clear'; direction: Direction })[]; flaps: Flaps } {
  if (moment.isLate || (results.length === 0 && isNothing(flaps))) return { results, flaps }
  let next = flaps
  const passed = results.filter((result) => {
    const { direction } = result
    const before = next[direction] ?? atRest
    const flap = follow(before, result, moment)
    if (flap !== before) next = { ...next, [direction]: flap }
    return result.change === 'trigger' || !flap.isOpen
  })
  const over = overdue(next, moment)
  for (const direction of over) next = { ...next, [direction]: rested(next[direction], moment) }
  return {
    results: [...passed, ...over.map((direction) => ({ change: 'clear' as const, direction }))],
    flaps: withoutOld(next, moment),
  }
}

function follow(flap: Flap, { change }: SideChange, { time }: Moment): Flap {
  if (change === 'trigger') {
    const isOpening = !flap.isOpen || flap.calmSince !== null
    return isOpening
      ? { isOpen: true, openings: recent([...flap.openings, time], time), calmSince: null }
      : flap
  }
  if (flap.calmSince !== null) return flap
  const isFlapping = flap.isOpen && recent(flap.openings, time).length >= FLAPPING.openings
  return isFlapping ? { ...flap, calmSince: time } : { ...flap, isOpen: false, calmSince: null }
}

// Safe: the keys are directions.
const directionsOf = (flaps: Flaps): Direction[] => Object.keys(flaps) as Direction[]

const overdue = (flaps: Flaps, { time }: Moment): Direction[] =>
  directionsOf(flaps).filter((direction) => {
    const since = flaps[direction]?.calmSince ?? null
    return since !== null && time - since >= FLAPPING.calmMs
  })

const rested = (flap: Flap | undefined, { time }: Moment): Flap => ({
  ...atRest,
  openings: recent(flap?.openings ?? [], time),
})

/** What opened once, long ago, is forgotten. */
function withoutOld(flaps: Flaps, { time }: Moment): Flaps {
  const isOver = (flap: Flap | undefined): boolean =>
    !flap || (!flap.isOpen && recent(flap.openings, time).length === 0)
  const kept = directionsOf(flaps).filter((direction) => !isOver(flaps[direction]))
  if (kept.length === directionsOf(flaps).length) return flaps
  return Object.fromEntries(kept.map((direction) => [direction, flaps[direction]]))
}
