import { type FenceShape } from '@carewatch/contracts/fences'
import type { LocationDay, PositionSource, Stop } from '@carewatch/contracts/http/positions'
import { accuracyOf, FIX_ACCURACY_MAX_M } from '@carewatch/contracts/rules/fence'
import { beyondFence, distanceM } from '@carewatch/contracts/rules/fence-shape'
import { atWall, dayIn } from '../../http/offset.ts'

export type Fix = {
  time: Date
  lat: number
  lng: number
  accuracy: number | null
  source: PositionSource
  hidden: boolean
}
export type Area = { kind: 'HOME' | 'FENCE'; name: string; shape: FenceShape }
export type Surroundings = { home: { lat: number; lng: number } | null; areas: readonly Area[] }

/** Longer silence than two of the slowest usual intervals: nobody knows where they were meanwhile. */
export const UNKNOWN_AFTER_MS = 2 * 3_600_000 + 60_000
const STOP_M = 50
const STOP_MS = 3 * 60_000
const DAY_MS = 86_400_000

type Span = { from: Date; to: Date }
type Stay = { area: Area | null; fixes: Fix[] }
/** A stop that is in no fence is named by the street it is near: by its most exact fix. */
export type Found = Stop & { best: Fix }

/** As fences are evaluated: what is less exact says nothing of where somebody was. */
export const isExact = ({ accuracy, source, hidden }: Fix): boolean =>
  !hidden && accuracyOf({ accuracyM: accuracy, source }) <= FIX_ACCURACY_MAX_M

/** The last days by the clocks of a zone; the last of them ends now. */
export function lastDays(zone: string, now: Date, count: number): (Span & { day: string })[] {
  const today = Date.parse(`${dayIn(zone, now)}T00:00:00Z`)
  const midnight = (back: number) => atWall(zone, today - back * DAY_MS)
  return Array.from({ length: count }, (_, index) => count - 1 - index).map((back) => ({
    day: new Date(today - back * DAY_MS).toISOString().slice(0, 10),
    from: midnight(back),
    to: back === 0 ? now : midnight(back - 1),
  }))
}

const isIn = (fix: Fix, { shape }: Area): boolean => beyondFence(shape, fix).beyondM <= 0
const isHole = (before: Fix, after: Fix): boolean =>
  after.time.getTime() - before.time.getTime() > UNKNOWN_AFTER_MS

function goesOn({ area, fixes }: Stay, fix: Fix, its: Area | null): boolean {
  const [began] = fixes
  const last = fixes.at(-1)
  if (!began || !last || isHole(last, fix) || area !== its) return false
  return area !== null || distanceM(began, fix) <= STOP_M
}

function staysOf(fixes: readonly Fix[], { areas }: Surroundings): Stay[] {
  const stays: Stay[] = []
  for (const fix of fixes) {
    const area = areas.find((one) => isIn(fix, one)) ?? null
    const stay = stays.at(-1)
    if (stay && goesOn(stay, fix, area)) stay.fixes.push(fix)
    else stays.push({ area, fixes: [fix] })
  }
  return stays
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length

const exactest = (fixes: readonly Fix[]): Fix | undefined =>
  fixes.toSorted(
    (one, other) =>
      Number(other.source === 'GPS') - Number(one.source === 'GPS') ||
      accuracyOf({ accuracyM: one.accuracy, source: one.source }) -
        accuracyOf({ accuracyM: other.accuracy, source: other.source }),
  )[0]

function stopOf({ area, fixes }: Stay): Found[] {
  const [first] = fixes
  const last = fixes.at(-1)
  const best = exactest(fixes)
  if (!first || !last || !best || last.time.getTime() - first.time.getTime() < STOP_MS) return []
  const place = area && { kind: area.kind, name: area.name }
  const [lat, lng] = [mean(fixes.map((fix) => fix.lat)), mean(fixes.map((fix) => fix.lng))]
  return [{ from: first.time, to: last.time, lat, lng, place, best: { ...best, lat, lng } }]
}

/** Where they stayed: in an area of theirs, or at least three minutes within 50 m of where it began. */
export const stopsOf = (fixes: readonly Fix[], around: Surroundings): Found[] =>
  staysOf(fixes, around).flatMap(stopOf)

const within = ({ from, to }: Span, day: Span): Span => ({
  from: from > day.from ? from : day.from,
  to: to < day.to ? to : day.to,
})

/** From each fix away from home to the next, within the day. */
function awayMs(fixes: readonly Fix[], home: Area, day: Span): number {
  let sum = 0
  for (const [index, fix] of fixes.entries()) {
    const next = fixes[index + 1]
    if (!next || isHole(fix, next) || isIn(fix, home)) continue
    const { from, to } = within({ from: fix.time, to: next.time }, day)
    sum += Math.max(0, to.getTime() - from.getTime())
  }
  return sum
}

type Given = Surroundings & { fixes: readonly Fix[]; stops: readonly Stop[] }

/** One day summed up: a stop over midnight is in both days, with its part of each. */
export function sumUp(day: Span & { day: string }, { home, areas, fixes, stops }: Given): LocationDay {
  const inDay = fixes.filter(({ time }) => time >= day.from && time < day.to)
  const homeArea = areas.find(({ kind }) => kind === 'HOME')
  const far = home ? inDay.map((fix) => distanceM(home, fix)) : []
  return {
    ...day,
    fixes: inDay.length,
    awayMs: homeArea ? awayMs(fixes, homeArea, day) : null,
    farthestM: far.length > 0 ? Math.round(Math.max(...far)) : null,
    stops: stops
      .filter(({ from, to }) => from < day.to && to > day.from)
      .map((stop) => ({ ...stop, ...within(stop, day) })),
  }
}
