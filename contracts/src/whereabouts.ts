import type { DeviceLocation } from './http/positions.ts'
import { accuracyOf } from './rules/fence.ts'

const EARTH_M = 6_371_000
/** The size of a house and its garden, where nobody drew a fence. */
const HOME_RADIUS_M = 150

type Located = {
  home: DeviceLocation['home']
  position: Pick<
    NonNullable<DeviceLocation['position']>,
    'time' | 'lat' | 'lng' | 'accuracy' | 'source'
  > | null
}
export type Spot = { lat: number; lng: number }
const radians = (degrees: number): number => (degrees * Math.PI) / 180

/** Metres between two places. */
export function distance(one: Spot, other: Spot): number {
  const north = radians(other.lat - one.lat)
  const east = radians(other.lng - one.lng)
  const half =
    Math.sin(north / 2) ** 2 +
    Math.cos(radians(one.lat)) * Math.cos(radians(other.lat)) * Math.sin(east / 2) ** 2
  return 2 * EARTH_M * Math.asin(Math.sqrt(half))
}

export type Whereabouts = { at: Date; place: 'home' | 'away' }

/** At home or away; null when nobody knows. Who is not surely away is at home, but by a fix that is less exact than a home is large: of whose circle holds home and half a town nobody is called either. */
export function whereabouts(location: Located | null): Whereabouts | null {
  const { home, position } = location ?? {}
  if (!home || !position) return null
  const accuracyM = accuracyOf({ accuracyM: position.accuracy, source: position.source })
  const at = position.time
  if (distance(home, position) > Math.max(HOME_RADIUS_M, accuracyM)) return { at, place: 'away' }
  return accuracyM > HOME_RADIUS_M ? null : { at, place: 'home' }
}
