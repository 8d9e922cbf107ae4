import type { DeviceLocation, Position } from '@carewatch/contracts/http/positions'
import { shownFix } from '@carewatch/contracts/latest-fix'

type Located = { location: DeviceLocation | null; street: string | null }

/** With the position received live, where that is shown in place of what was loaded; which street that is near is not known yet. */
export function withPosition<L extends Located>(latest: L, live: Position | null): L {
  const { location } = latest
  if (!live || !location) return latest
  if (location.position && location.position.time >= live.time) return latest
  if (location.position && shownFix(location.position, live) === location.position) return latest
  return { ...latest, street: null, location: { ...location, position: live } }
}
