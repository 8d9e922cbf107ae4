import { decodeEvent } from '@carewatch/contracts/events'
import { liveAccess } from '@carewatch/contracts/live-access'
import type { Db } from '@carewatch/platform/database/client'
import type { Tracing } from '@carewatch/platform/telemetry/tracing'
import type { DeviceCache } from '../access/device-cache.ts'
import { hasScope, type Viewer } from '../access/viewer.ts'
import type { ViewingLog } from '../access/viewing-log.ts'
import { type DeviceScope, maySeeDevice, maySeeLocation, maySeePlace } from '../access/may-see.ts'
import { isFamily } from '../access/worn.ts'
import type { Log } from '../log.ts'
import { ofPresentWearer } from './present-wearer.ts'
import { followPublished } from './follow-published.ts'
import type { Hub } from './hub.ts'
import { createPassAlarm } from './pass-alarm.ts'

type Parts = {
  db: Db
  hub: Hub
  deviceCache: DeviceCache
  viewings: ViewingLog
  log: Log
  /** Somebody was to hear of an alarm or a task, and did not. */
  onDropped: () => void
  tracing?: Tracing | undefined
}

const DEVICE = /^live\/device\/([0-9a-f-]{36})\/(?:readings|presence)$/
const POSITION = /^live\/device\/([0-9a-f-]{36})\/position$/
const COMPANY = /^live\/(?:alarm|task|room)\/([0-9a-f-]{36}|none)$/

/** Open sockets are checked a moment after a watch changed hands: whoever is related to who wore it receives nothing of the next until then. */
const isStillTheirs = (viewer: Viewer, scope: DeviceScope | undefined): boolean =>
  !isFamily(viewer) || (scope !== undefined && maySeeDevice(viewer, scope))

/** From the broker's live lane to the screens of those who may see it. */
export function createPassOn({ db, hub, deviceCache, viewings, log, onDropped, tracing }: Parts) {
  const follow = tracing && followPublished(tracing)
  const passAlarm = createPassAlarm({ db, hub, deviceCache, viewings })

  async function passToScope(companyUuid: string, payload: Buffer): Promise<void> {
    const event = decodeEvent(payload.toString())
    if (event.type === 'rooms') {
      const { branchUuid } = event
      const maySee = (viewer: Viewer) =>
        liveAccess.rooms.allow.includes(viewer.role) &&
        hasScope(viewer, liveAccess.rooms.byKey) &&
        maySeePlace(viewer, { companyUuid, branchUuid })
      return hub.publishTo(maySee, payload)
    }
    if (event.type !== 'notification' && event.type !== 'task') return
    const from = Date.now()
    await passAlarm(event, { companyUuid, payload })
    follow?.(event, from, hub.count())
  }

  async function passToWatchers(deviceUuid: string, payload: Buffer): Promise<void> {
    const from = Date.now()
    const isFamilyThere = hub.watchersOf(deviceUuid).some(({ viewer }) => isFamily(viewer))
    if (hub.watchersOf(deviceUuid).length === 0) return
    const [present, scope] = await Promise.all([
      deviceCache.presentOf(deviceUuid),
      isFamilyThere ? deviceCache.scopeOf(deviceUuid) : undefined,
    ])
    const own = present && ofPresentWearer(payload, present)
    if (!own) return
    const watchers = hub
      .watchersOf(deviceUuid)
      .filter(({ viewer }) => hasScope(viewer, liveAccess.readings.byKey) && isStillTheirs(viewer, scope))
    for (const { send } of watchers) send(own)
    follow?.(decodeEvent(own.toString()), from, watchers.length)
  }

  /** Where somebody is goes to those alone who asked for it and may know it, as they may now. */
  async function passPosition(deviceUuid: string, payload: Buffer): Promise<void> {
    const asking = hub.watchersOf(deviceUuid).filter(({ located }) => located.has(deviceUuid))
    if (asking.length === 0) return
    const [scope, present] = await Promise.all([
      deviceCache.scopeOf(deviceUuid),
      deviceCache.presentOf(deviceUuid),
    ])
    if (!scope || !present || !ofPresentWearer(payload, present)) return
    for (const { viewer, send } of asking) if (maySeeLocation(viewer, scope)) send(payload)
  }

  const dropped = (topic: string) => (err: unknown) => log.warn({ err, topic }, 'live event dropped')

  return function passOn(topic: string, payload: Buffer): void {
    const deviceUuid = DEVICE.exec(topic)?.[1]
    if (deviceUuid) return void passToWatchers(deviceUuid, payload).catch(dropped(topic))
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
