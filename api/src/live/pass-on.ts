import { decodeEvent, type LiveEvent } from '@carewatch/contracts/events'
import { roomsData } from '@carewatch/contracts/http/rooms'
import { notificationsAfter } from '@carewatch/contracts/http/notifications'
import { allTasks } from '@carewatch/contracts/http/tasks'
import type { Role } from '@carewatch/contracts/roles'
import type { Tracing } from '@carewatch/platform/telemetry/tracing'
import type { DeviceCache } from '../access/device-cache.ts'
import type { Viewer } from '../access/viewer.ts'
import { maySeeDevice, maySeeLocation, maySeePlace } from '../access/visible.ts'
import type { Log } from '../log.ts'
import { followTold } from './follow-told.ts'
import type { Hub } from './hub.ts'

type Parts = {
  hub: Hub
  deviceCache: DeviceCache
  log: Log
  /** Somebody was to hear of an alarm or a task, and did not. */
  onDropped: () => void
  tracing?: Tracing | undefined
}
type Told = Extract<LiveEvent, { type: 'notification' | 'task' }>

/** Who hears live is who may ask by HTTP: the same lists of roles. */
const audience: Record<Told['type'], readonly Role[]> = {
  notification: notificationsAfter.allow,
  task: allTasks.allow,
}

const seesRooms: readonly Role[] = roomsData.allow

const DEVICE = /^live\/device\/([0-9a-f-]{36})\/(?:readings|presence)$/
const POSITION = /^live\/device\/([0-9a-f-]{36})\/position$/
const COMPANY = /^live\/(?:alarm|task|room)\/([0-9a-f-]{36}|none)$/

const placeOf = (event: Told) => (event.type === 'task' ? event.task : event.notification)

/** From the broker's live lane to the screens of those who may see it. */
export function createPassOn({ hub, deviceCache, log, onDropped, tracing }: Parts) {
  const follow = tracing && followTold(tracing)
  async function whoHears(event: Told, companyUuid: string): Promise<(viewer: Viewer) => boolean> {
    const hears = ({ role }: Viewer) => audience[event.type].includes(role)
    const { deviceUuid, branchUuid } = placeOf(event)
    if (deviceUuid === null)
      return (viewer) => hears(viewer) && maySeePlace(viewer, { companyUuid, branchUuid })
    const scope = await deviceCache.scopeOf(deviceUuid)
    return (viewer) => scope !== undefined && hears(viewer) && maySeeDevice(viewer, scope)
  }

  async function passToScope(companyUuid: string, payload: Buffer): Promise<void> {
    const event = decodeEvent(payload.toString())
    if (event.type === 'rooms') {
      const { branchUuid } = event
      const mayHear = (viewer: Viewer) =>
        seesRooms.includes(viewer.role) && maySeePlace(viewer, { companyUuid, branchUuid })
      return hub.tellWho(mayHear, payload)
    }
    if (event.type !== 'notification' && event.type !== 'task') return
    const from = Date.now()
    hub.tellWho(await whoHears(event, companyUuid), payload)
    follow?.(event, from, hub.count())
  }

  function passToWatchers(deviceUuid: string, payload: Buffer): void {
    const from = Date.now()
    hub.tellWatchers(deviceUuid, payload)
    follow?.(decodeEvent(payload.toString()), from, hub.watchersOf(deviceUuid).length)
  }

  /** Where somebody is goes to those alone who asked for it and may know it, as they may now. */
  async function passPosition(deviceUuid: string, payload: Buffer): Promise<void> {
    const asking = hub.watchersOf(deviceUuid).filter(({ located }) => located.has(deviceUuid))
    if (asking.length === 0) return
    const scope = await deviceCache.scopeOf(deviceUuid)
    if (!scope) return
    for (const { viewer, send } of asking) if (maySeeLocation(viewer, scope)) send(payload)
  }

  const dropped = (topic: string) => (err: unknown) => log.warn({ err, topic }, 'live event dropped')

  return function passOn(topic: string, payload: Buffer): void {
    const deviceUuid = DEVICE.exec(topic)?.[1]
    if (deviceUuid) return passToWatchers(deviceUuid, payload)
    const placedUuid = POSITION.exec(topic)?.[1]
    if (placedUuid) return void passPosition(placedUuid, payload).catch(dropped(topic))
    const companyUuid = COMPANY.exec(topic)?.[1]
    if (companyUuid && hub.count() > 0)
      passToScope(companyUuid, payload).catch((err: unknown) => {
        dropped(topic)(err)
        onDropped()
      })
  }
}
