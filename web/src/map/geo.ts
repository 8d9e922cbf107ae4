import type { Place } from '@carewatch/contracts/http/fields'

const EARTH_M = 6_371_008.8
const radians = (degrees: number): number => (degrees * Math.PI) / 180
const degrees = (angle: number): number => (angle * 180) / Math.PI

/** Metres between two places, along the ground. */
export function metresBetween(one: Place, other: Place): number {
  const dLat = radians(other.lat - one.lat)
  const dLng = radians(other.lng - one.lng)
  const h =
    Math.sin(dLat / 2) ** 2 +
    Math.cos(radians(one.lat)) * Math.cos(radians(other.lat)) * Math.sin(dLng / 2) ** 2
  return 2 * EARTH_M * Math.asin(Math.min(1, Math.sqrt(h)))
}

/** The place so many metres away, in a direction counted from north. */
export function placeAway({ lat, lng }: Place, metres: number, direction: number): Place {
  const far = metres / EARTH_M
  const from = radians(lat)
  const to = Math.asin(Math.sin(from) * Math.cos(far) + Math.cos(from) * Math.sin(far) * Math.cos(direction))
  const turn = Math.atan2(
    Math.sin(direction) * Math.sin(far) * Math.cos(from),
    Math.cos(far) - Math.sin(from) * Math.sin(to),
  )
  return { lat: degrees(to), lng: lng + degrees(turn) }
}

const CORNERS = 64

/** A circle of metres as a line on the map: at 60° north it is not as wide in degrees as at the equator. */
export const circleAround = (centre: Place, metres: number): Place[] =>
  Array.from({ length: CORNERS }, (_, index) => placeAway(centre, metres, (index / CORNERS) * 2 * Math.PI))

export type Bounds = [west: number, south: number, east: number, north: number]

/** The smallest box around all of them; null: there are none. */
export function boundsOf(places: readonly Place[]): Bounds | null {
  const [first, ...rest] = places
  if (!first) return null
  return rest.reduce<Bounds>(
    ([west, south, east, north], { lat, lng }) => [
      Math.min(west, lng),
      Math.min(south, lat),
      Math.max(east, lng),
      Math.max(north, lat),
    ],
    [first.lng, first.lat, first.lng, first.lat],
  )
}
