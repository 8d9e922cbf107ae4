import type { DeviceLocation } from '@carewatch/contracts/http/positions'
import type { Notification } from '@carewatch/contracts/notifications'
import { byTriage } from '@carewatch/contracts/triage'
import { openOf } from '../../live/open-alarms.ts'
import { nameOf, pinState, pinStates } from '../../tracks/state.ts'

/** Whose it is: of a person whatever they wear, of a watch that nobody wears itself. What was open of a former wearer does not ring for the next. */
const whose = (wearerUuid: string | undefined, deviceUuid: string | null): string | null =>
  wearerUuid ?? deviceUuid

/** These watches with what is open of each by now. */
export function withOpen(
  locations: readonly DeviceLocation[],
  notifications: readonly Notification[],
): DeviceLocation[] {
  const live = Map.groupBy(notifications, ({ wearerUuid, wearer, deviceUuid }) =>
    whose(wearerUuid ?? wearer?.uuid, deviceUuid),
  )
  return locations.map((location) => {
    if (!location.alarms) return location
    const of = live.get(whose(location.wearer?.uuid, location.deviceUuid)) ?? []
    const alarms = byTriage(openOf(location.alarms, of))
    return { ...location, alarms, openAlarms: alarms.length }
  })
}

const MINUTE = 60_000
/** Thousands are put into order once a minute, not at each tick of the clock. */
export const atMinute = (now: Date): Date => new Date(Math.floor(now.getTime() / MINUTE) * MINUTE)

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
