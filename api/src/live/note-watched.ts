import type { LiveEvent } from '@carewatch/contracts/events'
import { type DeviceScope, maySeeLocation } from '../access/may-see.ts'
import { byDevice, byWearer, type Person } from '../access/persons.ts'
import type { Kind, ViewingLog } from '../access/viewing-log.ts'
import type { Listener } from './hub.ts'

/** What each live event shows of whom it is about. What is watched is noted as long as it is; the others, when they are passed on. */
export const shownLive: { readonly [Type in LiveEvent['type']]: Kind | 'nobody' } = {
  readings: 'viewed',
  presence: 'viewed',
  position: 'located',
  notification: 'viewed',
  task: 'profileViewed',
  // Rooms alone: whoever wants to know who is in them asks.
  rooms: 'nobody',
}

type Visible = readonly (readonly [uuid: string, scope: DeviceScope])[]

/** Who wears it now; a device on nobody is itself. */
const shownBy = ([uuid, { wearerUuid }]: Visible[number]): Person =>
  wearerUuid === null ? byDevice(uuid) : byWearer(wearerUuid)

/** Whoever looks at a screen is shown what it watches, also where nothing is heard for a while. */
export function noteWatched(
  viewings: ViewingLog,
  { viewer, address, located }: Listener,
  visible: Visible,
): void {
  const people = visible.map(shownBy)
  viewings.note({ ...viewer, address }, { kind: 'viewed', people })
  const seen = visible.filter(([uuid, scope]) => located.has(uuid) && maySeeLocation(viewer, scope))
  viewings.note({ ...viewer, address }, { kind: 'located', people: seen.map(shownBy) })
}
