import type { Node } from 'typescript/unstable/ast'

/**
 * What a condition may turn out to be:
 * narrow, it leaves what a viewer may see or what hangs on an id of ours;
 * linked, it follows a row of the statement around it, which is looked at by itself;
 * wide, it leaves rows of anybody; absent, there is none;
 * and names that only those who call it know.
 */
export type Outcome = {
  narrow: boolean
  linked: boolean
  wide: boolean
  absent: boolean
  open: ReadonlySet<Node>
}

const NOTHING: Outcome = { narrow: false, linked: false, wide: false, absent: false, open: new Set() }
export const NARROW: Outcome = { ...NOTHING, narrow: true }
export const LINKED: Outcome = { ...NOTHING, linked: true }
export const WIDE: Outcome = { ...NOTHING, wide: true }
export const ABSENT: Outcome = { ...NOTHING, absent: true }
export const openAt = (name: Node): Outcome => ({ ...NOTHING, open: new Set([name]) })

/** One of these, and nobody knows which. */
export const eitherOf = (outcomes: readonly Outcome[]): Outcome =>
  outcomes.length === 0
    ? WIDE
    : {
        narrow: outcomes.some(({ narrow }) => narrow),
        linked: outcomes.some(({ linked }) => linked),
        wide: outcomes.some(({ wide }) => wide),
        absent: outcomes.some(({ absent }) => absent),
        open: new Set(outcomes.flatMap(({ open }) => [...open])),
      }

/** Surely one that narrows by itself. */
export const isNarrow = ({ linked, ...outcome }: Outcome): boolean =>
  !linked && isHeld({ ...outcome, linked })
/** Surely one that narrows, be it by the statement around it. */
export const isHeld = ({ narrow, linked, wide, absent, open }: Outcome): boolean =>
  (narrow || linked) && !wide && !absent && open.size === 0
const isAbsent = ({ narrow, linked, wide, absent, open }: Outcome): boolean =>
  absent && !narrow && !linked && !wide && open.size === 0

/** All of these at once. */
export function allOf(outcomes: readonly Outcome[]): Outcome {
  if (outcomes.length === 0) return ABSENT
  if (outcomes.some(isNarrow)) return NARROW
  if (outcomes.some(isHeld)) return LINKED
  const open = new Set(outcomes.flatMap((outcome) => [...outcome.open]))
  if (open.size > 0) return { ...NOTHING, open }
  return { ...eitherOf(outcomes), absent: outcomes.every(({ absent }) => absent) }
}

/** Any of these is enough for a row to be found; what is absent is left out. */
export function anyOf(outcomes: readonly Outcome[]): Outcome {
  const there = outcomes.filter((outcome) => !isAbsent(outcome))
  if (there.length === 0) return ABSENT
  return { ...eitherOf(there), absent: there.every(({ absent }) => absent) }
}

/** The second where the first is absent. */
export const orElse = (first: Outcome, second: Outcome): Outcome =>
  first.absent ? eitherOf([{ ...first, absent: false }, second]) : first
