import type { DeviceLocation } from '@carewatch/contracts/http/positions'
import type { Notification } from '@carewatch/contracts/notifications'
import { byTriage } from '@carewatch/contracts/triage'
import { openOf } from '../../live/open-alarms.ts'
import { nameOf, pinState, pinStates } from '../../tracks/state.ts'

/** Of who wears it now: what was open of a former wearer does not ring for the next. */
const isOfWearer = ({ wearerUuid, wearer }: Notification, location: DeviceLocation): boolean =>
  (wearerUuid ?? wearer?.uuid ?? null) === (location.wearer?.uuid ?? null)

/** These watches with what is open of each by now. */
export function withOpen(
  locations: readonly DeviceLocation[],
  notifications: readonly Notification[],
): DeviceLocation[] {
  const byDevice = Map.groupBy(notifications, ({ deviceUuid }) => deviceUuid)
  return locations.map((location) => {
    if (!location.alarms) return location
    const live = (byDevice.get(location.deviceUuid) ?? []).filter((each) => isOfWearer(each, location))
    const alarms = byTriage(openOf(location.alarms, live))
    return { ...location, alarms, openAlarms: alarms.length }
  })
}

type Order = { now: Date; collator: Intl.Collator }

/** Who needs somebody first, as triage has it; then old positions, then the others, each by name; who is nowhere yet last. */
export function byNeed(locations: readonly DeviceLocation[], { now, collator }: Order): DeviceLocation[] {
  const calling = locations.flatMap((location) =>
    (location.alarms ?? []).slice(0, 1).map((first) => ({ ...first, location })),
  )
  const gravity = (location: DeviceLocation) =>
    location.position ? pinStates.indexOf(pinState(location, now)) : pinStates.length
  const others = locations
    .filter(({ alarms = [] }) => alarms.length === 0)
    .map((location) => ({ location, gravity: gravity(location) }))
    .toSorted((a, b) => a.gravity - b.gravity || collator.compare(nameOf(a.location), nameOf(b.location)))
  return [...byTriage(calling), ...others].map(({ location }) => location)
}
