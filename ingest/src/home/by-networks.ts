import { accuracyOf } from '@carewatch/contracts/rules/fence'
import { distanceM } from '@carewatch/contracts/rules/fence-shape'
import type { Decoded, DecodedPosition } from '@carewatch/devices/codec'

export type Place = { lat: number; lng: number }

/** What is known of a network that a watch hears. */
export type HomeNetwork = { hearings: number; days: number; isElsewhere: boolean }
export type Home = Place & { networks: ReadonlyMap<string, HomeNetwork> }

/** Learnt from satellites that place it exactly enough, so near the home. */
const NEAR_M = 75
const EXACT_M = 50
/** What is heard beyond this is not at home alone. */
const FAR_M = 200
/** As far as a network reaches, with how inexactly it was learnt: it is shown, and no fence is judged by it (`FIX_ACCURACY_MAX_M`). */
const ACCURACY_M = 150
/** A fix so long before or after says nothing of where the networks were heard. */
const SAME_MOMENT_MS = 60_000

/** Two that were heard a few times, or one that was heard again and again. */
export const KNOWN_HEARINGS = 3
const KNOWN_TOGETHER = 2
const TRUSTED_HEARINGS = 10
const TRUSTED_DAYS = 3

/** Whether satellites say that it is at this home, or far from it; undefined: neither can be said. */
export function standsAt(
  home: Place,
  { positions, networks }: Pick<Decoded, 'positions' | 'networks'>,
): 'home' | 'elsewhere' | undefined {
  if (!networks) return undefined
  const [fix] = positions.filter(
    ({ source, time }) => source === 'GPS' && Math.abs(time - networks.time) <= SAME_MOMENT_MS,
  )
  if (!fix || accuracyOf(fix) > EXACT_M) return undefined
  const metres = distanceM(home, fix)
  if (metres <= NEAR_M) return 'home'
  return metres > FAR_M ? 'elsewhere' : undefined
}

/** Where the networks around it say it is, where it says no place itself: at home, or nowhere that is known. */
export function placeByNetworks(
  { positions, networks }: Pick<Decoded, 'positions' | 'networks'>,
  home: Home,
): DecodedPosition | undefined {
  if (!networks || positions.length > 0) return undefined
  const received = networks.bssids.flatMap((bssid) => home.networks.get(bssid) ?? [])
  const known = received.filter(({ hearings, isElsewhere }) => !isElsewhere && hearings >= KNOWN_HEARINGS)
  const isTrusted = known.some(({ hearings, days }) => hearings >= TRUSTED_HEARINGS && days >= TRUSTED_DAYS)
  if (known.length < KNOWN_TOGETHER && !isTrusted) return undefined
  return { time: networks.time, lat: home.lat, lng: home.lng, accuracyM: ACCURACY_M, source: 'WIFI' }
}
