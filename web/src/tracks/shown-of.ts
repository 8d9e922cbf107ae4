import type { DeviceLocation } from '@carewatch/contracts/http/positions'
import { shownFix } from '@carewatch/contracts/latest-fix'

type Located = { location: Pick<DeviceLocation, 'position'> }

/** Which of what somebody wears says where they are, by the rule of one watch; null: none does. */
export function shownOf<L extends Located>(found: readonly L[]): L | null {
  const placed = found.flatMap((one) => {
    const { position } = one.location
    return position ? [{ one, position }] : []
  })
  const [first, ...newer] = placed.toSorted(
    (one, other) => one.position.time.getTime() - other.position.time.getTime(),
  )
  if (!first) return null
  return newer.reduce(
    (shown, next) => (shownFix(shown.position, next.position) === shown.position ? shown : next),
    first,
  ).one
}
