import type { DeviceLocation, PositionSource } from './http/positions.ts'
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

/** Where a cell stands and how far it is heard is itself estimated: by it nobody is at home, and away only who is far beyond it. */
const surelyAwayM = (source: PositionSource, accuracyM: number): number =>
  source === 'CELL' ? 2 * accuracyM + 1_000 : Math.max(HOME_RADIUS_M, accuracyM)

export type Whereabouts = { at: Date; place: 'home' | 'away' }

/** At home or away; null when nobody knows. Who is not surely away is at home, but by a fix that is less exact than a home is large: of whose circle holds home and half a town nobody is called either. */
export function whereabouts(location: Located | null): Whereabouts | null {
  const { home, position } = location ?? {}
  if (!home || !position) return null
  const accuracyM = accuracyOf({ accuracyM: position.accuracy, source: position.source })
  const at = position.time
  if (distance(home, position) > surelyAwayM(position.source, accuracyM)) return { at, place: 'away' }
  return accuracyM > HOME_RADIUS_M || position.source === 'CELL' ? null : { at, place: 'home' }
}
