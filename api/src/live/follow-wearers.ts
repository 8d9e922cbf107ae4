import type { HandedOver } from '@carewatch/contracts/events'
import type { DeviceScope } from '../access/may-see.ts'
import type { Listener } from './hub.ts'

type Visible = readonly (readonly [uuid: string, scope: DeviceScope])[]

/** Says to a screen that looks at a device on somebody else's arm than before, or at one that its viewer may not see any more: it still shows the former. */
export function followWearers(listener: Listener, visible: Visible): void {
  const before = listener.worn
  const now = new Map(visible.map(([uuid, { wearerUuid }]) => [uuid, wearerUuid]))
  listener.worn = now
  // Of all in scope what left it is asked for no more.
  const shown = listener.all ? before.keys() : listener.wanted
  for (const deviceUuid of shown) {
    if (!before.has(deviceUuid) || before.get(deviceUuid) === now.get(deviceUuid)) continue
    const event: HandedOver = { type: 'handedOver', deviceUuid }
    listener.send(JSON.stringify(event))
  }
}
