import type { Position } from '@carewatch/contracts/http/positions'
import { accuracyOf, FIX_ACCURACY_MAX_M } from '@carewatch/contracts/rules/fence'
import { type Spot, whereabouts } from '@carewatch/contracts/whereabouts'
import { dayAt } from '../../i18n/zone.ts'
import type { Span } from '../../vitals/span.ts'

const MINUTE_MS = 60_000
/** A shorter walk to the bins is nothing that a day is told by. */
const OUTING_MIN_MS = 10 * MINUTE_MS
/** After so long without a position nobody knows where they are. */
const UNKNOWN_MS = 2 * 60 * MINUTE_MS

/** `isFromKnown`: they were seen at home before; else they may have left any time until then. */
export type Outing = { kind: 'out'; from: Date; to: Date | null; isFromKnown: boolean }
export type Track = readonly (Position & { hidden?: boolean })[]

export type Tracks = {
  /** Of today; null: not for this viewer, or nobody knows. */
  positions: Track | null
  /** Of the days before, where the day began away from home; empty: nothing has to be known of them. */
  positionsBefore: Track
  home: Spot | null
}

/** Where somebody surely was; undefined: that position does not say it. */
function placeOf(position: Track[number], home: Spot | null) {
  const isExact = accuracyOf({ accuracyM: position.accuracy, source: position.source }) <= FIX_ACCURACY_MAX_M
  return position.hidden || !isExact ? undefined : whereabouts({ home, position })?.place
}

/** Whether the first sure position is at home: then no outing began before it. */
export const beganAtHome = (positions: Track, home: Spot | null): boolean =>
  positions.map((position) => placeOf(position, home)).find((place) => place !== undefined) === 'home'

export const wasAtHome = (positions: Track, home: Spot | null): boolean =>
  positions.some((position) => placeOf(position, home) === 'home')

/** When somebody was surely away from home: from the first position there until the first at home again. */
export function outings(positions: Track, home: Spot | null, now: Date): Outing[] {
  const found: { from: Date; to: Date | null; last: Date; isFromKnown: boolean }[] = []
  let wasHome = false
  for (const position of positions) {
    const { time } = position
    const place = placeOf(position, home)
    const open = found.findLast(({ to }) => to === null)
    if (place === 'away' && !open) found.push({ from: time, to: null, last: time, isFromKnown: wasHome })
    else if (place === 'away' && open) open.last = time
    else if (place === 'home' && open) open.to = time
    wasHome ||= place === 'home'
  }
  return found
    .filter(({ from, to, last }) => (to ?? last).getTime() - from.getTime() >= OUTING_MIN_MS)
    .map(({ from, to, last, isFromKnown }) => ({
      kind: 'out',
      from,
      to: to ?? (now.getTime() - last.getTime() > UNKNOWN_MS ? last : null),
      isFromKnown,
    }))
}

/** The outings of a day, also those that began before it. */
export function outingsOn(
  { positions, positionsBefore, home, now }: Tracks & { now: Date },
  day: Span,
): Outing[] {
  if (!positions) return []
  const known = [...positionsBefore, ...positions].filter(({ time }) => time <= now)
  return outings(known, home, now).filter(({ to }) => to === null || to >= day.from)
}

/** Which day an outing began on, as people call it. */
export function beganOn(from: Date, now: Date, zone: string): 'today' | 'yesterday' | 'other' {
  if (from >= dayAt(now, 0, zone)) return 'today'
  return from >= dayAt(now, -1, zone) ? 'yesterday' : 'other'
}
