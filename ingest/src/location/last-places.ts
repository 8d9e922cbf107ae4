import type { Decoded, DecodedPosition } from '@carewatch/devices/codec'
import type { Uplink } from '../uplink.ts'
import { keepBounded } from '../lookups/bounded.ts'

/** Satellites said it within: what is wider says nothing beside it. */
export const EXACT_MS = 10 * 60_000
/** A watch that lies still is stored so often. */
const STILL_MS = 15 * 60_000
const WATCHES_MAX = 50_000

/** What was last known of where each watch is, before it is committed. */
export function createLastPlaces() {
  const fixes = new Map<number, number>()
  const found = new Map<number, DecodedPosition>()

  return {
    /** What it says itself: satellites, and that the last found is the last no more. */
    note({ source: { deviceId }, isUnproven }: Uplink, { positions }: Pick<Decoded, 'positions'>): void {
      if (positions.length > 0) found.delete(deviceId)
      if (isUnproven) return
      const times = positions.flatMap(({ source, time }) => (source === 'GPS' ? [time] : []))
      if (times.length === 0) return
      const value = Math.max(fixes.get(deviceId) ?? 0, ...times)
      keepBounded(fixes, { key: deviceId, value, max: WATCHES_MAX })
    },
    isKnownExactly: (deviceId: number, time: number): boolean =>
      Math.abs(time - (fixes.get(deviceId) ?? Number.NEGATIVE_INFINITY)) <= EXACT_MS,
    /** Whether it is to be stored: it lay elsewhere, or a while ago. */
    isNews(deviceId: number, position: DecodedPosition): boolean {
      const last = found.get(deviceId)
      const isSame =
        last?.lat === position.lat && last.lng === position.lng && last.accuracyM === position.accuracyM
      if (isSame && Math.abs(position.time - last.time) < STILL_MS) return false
      keepBounded(found, { key: deviceId, value: position, max: WATCHES_MAX })
      return true
    },
  }
}

export type LastPlaces = ReturnType<typeof createLastPlaces>
