import type { Position } from '@carewatch/contracts/http/positions'
import type { Place } from '@carewatch/contracts/http/fields'
import { isPinpoint, shownFix } from '@carewatch/contracts/latest-fix'
import { metresBetween } from '../map/geo.ts'

export type Fix = Position

const MINUTE_MS = 60_000
const STOP_M = 50
const STOP_MS = 3 * MINUTE_MS

/** Silence longer than this is a hole: nobody knows which way they went. */
export const gapMs = (expectedIntervalMs: number, spanMs: number): number =>
  2 * Math.max(expectedIntervalMs, spanMs) + MINUTE_MS

const isGap = (before: Fix, after: Fix, gap: number): boolean =>
  after.time.getTime() - before.time.getTime() > gap

/** Somewhere in the wide circle of a network: its middle is a place where nobody need have been. */
export const isSomewhere = ({ source, accuracy }: Fix): boolean =>
  !isPinpoint({ source, accuracyM: accuracy })

/** By which fixes somebody's way is shown: a wide circle that holds the exact place before it says nothing new, as on the map of now. */
export function tellingOf<F extends Fix>(fixes: readonly F[]): F[] {
  const telling: F[] = []
  for (const fix of fixes) {
    const last = telling.at(-1)
    if (!last || shownFix(last, fix) === fix) telling.push(fix)
  }
  return telling
}

/** Nobody knows which way they went from one to the other. */
const isBroken = (before: Fix, after: Fix, gap: number): boolean =>
  isGap(before, after, gap) || isSomewhere(before) || isSomewhere(after)

/** The track in its unbroken pieces. */
export function legsOf<F extends Fix>(fixes: readonly F[], gap: number): F[][] {
  const legs: F[][] = []
  for (const fix of fixes) {
    const leg = legs.at(-1)
    const last = leg?.at(-1)
    if (leg && last && !isBroken(last, fix, gap)) leg.push(fix)
    else legs.push([fix])
  }
  return legs
}

/** The number of the last position at or before a moment; -1: it is before them all. */
export function indexAt(fixes: readonly Fix[], at: number): number {
  let low = 0
  let high = fixes.length
  while (low < high) {
    const middle = (low + high) >> 1
    const fix = fixes[middle]
    if (fix && fix.time.getTime() <= at) low = middle + 1
    else high = middle
  }
  return low - 1
}

export type Moment = { place: Place; fix: Fix; isGuess: boolean }

/** Where they were at a moment: on the straight line between two exact positions, but never across a hole. */
export function momentAt(fixes: readonly Fix[], at: number, gap: number): Moment | null {
  const index = indexAt(fixes, at)
  const before = fixes[index]
  const after = fixes[index + 1]
  if (!before) return after ? { place: after, fix: after, isGuess: false } : null
  if (!after || isBroken(before, after, gap)) return { place: before, fix: before, isGuess: false }
  const spent = at - before.time.getTime()
  const part = spent / (after.time.getTime() - before.time.getTime())
  const place = {
    lat: before.lat + (after.lat - before.lat) * part,
    lng: before.lng + (after.lng - before.lng) * part,
  }
  return { place, fix: before, isGuess: spent > 0 }
}

export type Stop = Place & { from: Date; to: Date }

const middleOf = (fixes: readonly Fix[]): Place => ({
  lat: fixes.reduce((sum, { lat }) => sum + lat, 0) / fixes.length,
  lng: fixes.reduce((sum, { lng }) => sum + lng, 0) / fixes.length,
})

function stopOf(fixes: readonly Fix[]): Stop[] {
  const [first] = fixes
  const last = fixes.at(-1)
  if (!first || !last || last.time.getTime() - first.time.getTime() < STOP_MS) return []
  return [{ ...middleOf(fixes), from: first.time, to: last.time }]
}

/** Where they stayed: at least three minutes within 50 m of where it began. */
export function stopsOf(fixes: readonly Fix[], gap: number): Stop[] {
  return legsOf(fixes, gap).flatMap((leg) => {
    const stays: Fix[][] = []
    for (const fix of leg) {
      const stay = stays.at(-1)
      const began = stay?.[0]
      if (stay && began && metresBetween(began, fix) <= STOP_M) stay.push(fix)
      else stays.push([fix])
    }
    return stays.flatMap(stopOf)
  })
}
