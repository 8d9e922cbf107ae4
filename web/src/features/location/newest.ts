import type { DeviceLocation, Position } from '@carewatch/contracts/http/positions'

type Located = { location: DeviceLocation | null }

/** With what was told live, where that is newer than what was loaded. */
export function withPosition<L extends Located>(latest: L, told: Position | null): L {
  const { location } = latest
  if (!told || !location) return latest
  if (location.position && location.position.time >= told.time) return latest
  return { ...latest, location: { ...location, position: told } }
}
