import type { FenceShape } from '../fences.ts'
import type { PositionSource } from '../http/positions.ts'

type Spot = { lat: number; lng: number }
type Metres = { x: number; y: number }

const EARTH_M = 6_371_008.8
const RADIANS = Math.PI / 180

/** No fence is narrower than what its fixes are exact to. */
const NARROWEST_M: Record<PositionSource, number> = { GPS: 100, BLE: 100, WIFI: 300, CELL: 300 }

export function distanceM(one: Spot, other: Spot): number {
  const half = (from: number, to: number): number => Math.sin(((to - from) * RADIANS) / 2) ** 2
  const across = Math.cos(one.lat * RADIANS) * Math.cos(other.lat * RADIANS)
  const chord = half(one.lat, other.lat) + across * half(one.lng, other.lng)
  return 2 * EARTH_M * Math.asin(Math.min(1, Math.sqrt(chord)))
}

/** The corner as seen from the spot; flat, which over a fence's width is exact enough. */
const from = (spot: Spot, corner: Spot): Metres => ({
  x: (corner.lng - spot.lng) * RADIANS * EARTH_M * Math.cos(spot.lat * RADIANS),
  y: (corner.lat - spot.lat) * RADIANS * EARTH_M,
})

const sidesOf = (corners: readonly Metres[]): [Metres, Metres][] =>
  corners.flatMap((corner, index): [Metres, Metres][] => {
    const next = corners[(index + 1) % corners.length]
    return next ? [[corner, next]] : []
  })

/** How far zero is from the side. */
function awayFrom([a, b]: [Metres, Metres]): number {
  const [dx, dy] = [b.x - a.x, b.y - a.y]
  const length = dx * dx + dy * dy
  const along = length === 0 ? 0 : Math.min(1, Math.max(0, -(a.x * dx + a.y * dy) / length))
  return Math.hypot(a.x + along * dx, a.y + along * dy)
}

/** A line from zero to the east leaves the figure an odd number of times when it begins inside. */
const isAround = (sides: readonly [Metres, Metres][]): boolean =>
  sides.filter(([a, b]) => a.y > 0 !== b.y > 0 && a.x + ((0 - a.y) / (b.y - a.y)) * (b.x - a.x) > 0).length %
    2 ===
  1

function beyondPolygon(corners: readonly Spot[], spot: Spot): number {
  const sides = sidesOf(corners.map((corner) => from(spot, corner)))
  const nearest = Math.min(...sides.map(awayFrom))
  return isAround(sides) ? -nearest : nearest
}

/** A polygon's radius is that of the circle of its size. */
function radiusOf(shape: FenceShape): number {
  if (shape.kind === 'CIRCLE') return shape.radiusM
  const [first] = shape.corners
  if (!first) return 0
  const doubled = sidesOf(shape.corners.map((corner) => from(first, corner))).reduce(
    (sum, [a, b]) => sum + a.x * b.y - b.x * a.y,
    0,
  )
  return Math.sqrt(Math.abs(doubled) / 2 / Math.PI)
}

/** A fix exactly on the line is not decided by the last digit of a sine. */
const toMillimetres = (metres: number): number => Math.round(metres * 1_000) / 1_000

/** How far beyond the fence's line the spot is (negative inside), and the fence's radius, neither narrower than the source of the fix is exact. */
export function beyondFence(
  shape: FenceShape,
  spot: Spot & { source: PositionSource },
): { beyondM: number; radiusM: number } {
  const drawnM = radiusOf(shape)
  const radiusM = Math.max(drawnM, NARROWEST_M[spot.source])
  const beyondM =
    shape.kind === 'CIRCLE'
      ? distanceM(shape.centre, spot) - shape.radiusM
      : beyondPolygon(shape.corners, spot)
  return { beyondM: toMillimetres(beyondM - (radiusM - drawnM)), radiusM }
}
