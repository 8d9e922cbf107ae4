const SECOND_MS = 1_000
const REMEMBERED = 200_000

type Seen = { gatewayId: number; beaconId: number; time: number }

/** One sighting a second of a beacon by a gateway is enough to know where it is. */
export function createSightingThrottle() {
  const last = new Map<string, number>()
  return {
    isDue({ gatewayId, beaconId, time }: Seen): boolean {
      const pair = `${gatewayId}:${beaconId}`
      const second = Math.floor(time / SECOND_MS)
      if (last.get(pair) === second) return false
      if (last.size >= REMEMBERED) last.clear()
      last.set(pair, second)
      return true
    },
  }
}
