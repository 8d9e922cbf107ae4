import type { HandedOver, LiveEvent } from '@carewatch/contracts/events'
import type { Position } from '@carewatch/contracts/http/positions'
import { type MetricName, metricNames } from '@carewatch/contracts/metrics'
import type { Task } from '@carewatch/contracts/tasks'
import { atom, type Setter } from 'jotai'
import { atomFamily } from 'jotai-family'
import { type Point, withPoint } from './points.ts'

type Key = `${string}/${MetricName}`
type Presence = { online: boolean; lastSeenAt: Date }

/** What arrived live for one metric of one device since a screen shows it, oldest first. */
export const livePoints = atomFamily((_: Key) => atom<readonly Point[]>([]))

/** The newest of them. A tile subscribes to this and to nothing else. */
export const latestReading = atomFamily((key: Key) => atom((get) => get(livePoints(key)).at(-1) ?? null))

export const presence = atomFamily((_: string) => atom<Presence | null>(null))

/** The newest position received since a screen shows it. */
export const livePosition = atomFamily((_: string) => atom<Position | null>(null))

/** When anything of a device was last received live; null if not since the screen opened. */
export const receivedLive = atomFamily((deviceUuid: string) =>
  atom((get) => {
    const times = metricNames.map((name) => get(latestReading(`${deviceUuid}/${name}`))?.time.getTime() ?? 0)
    const latest = Math.max(...times, get(presence(deviceUuid))?.lastSeenAt.getTime() ?? 0)
    return latest === 0 ? null : new Date(latest)
  }),
)

/** Tasks that changed since they were loaded, by uuid. */
export const changedTasks = atom<ReadonlyMap<string, Task>>(new Map())

const keepReadings = (set: Setter, event: Extract<LiveEvent, { type: 'readings' }>) => {
  for (const { time, values } of event.readings) {
    for (const name of metricNames) {
      const value = values[name]
      if (value === undefined) continue
      set(livePoints(`${event.deviceUuid}/${name}`), (points) => withPoint(points, { time, value }))
    }
  }
}

/** How often something changed in the rooms of each branch since this page was opened. */
export const roomChanges = atom<ReadonlyMap<string, number>>(new Map())

/** What arrived of a device is of who wore it before: nobody reads it on. */
function clearDevice(set: Setter, deviceUuid: string): void {
  set(presence(deviceUuid), null)
  set(livePosition(deviceUuid), null)
  for (const name of metricNames) set(livePoints(`${deviceUuid}/${name}`), [])
}

/** The only writer of live facts: the socket applies a whole frame of events at once. */
export const applyEvents = atom(null, (_get, set, events: readonly (LiveEvent | HandedOver)[]) => {
  for (const event of events) {
    switch (event.type) {
      case 'readings':
        keepReadings(set, event)
        break
      case 'position':
        set(livePosition(event.deviceUuid), (last) =>
          last && last.time > event.position.time ? last : event.position,
        )
        break
      case 'presence':
        set(presence(event.deviceUuid), { online: event.online, lastSeenAt: event.lastSeenAt })
        break
      case 'task':
        set(changedTasks, (tasks) => new Map(tasks).set(event.task.uuid, event.task))
        break
      case 'rooms':
        set(roomChanges, (known) => {
          const { branchUuid } = event
          return new Map(known).set(branchUuid, (known.get(branchUuid) ?? 0) + 1)
        })
        break
      case 'handedOver':
        clearDevice(set, event.deviceUuid)
        break
      case 'notification':
        // Kept by notifications.ts, which also decides what rings.
        break
      default:
        event satisfies never
    }
  }
})

/** Frees what a screen no longer shows. */
export function forgetDevice(deviceUuid: string): void {
  presence.remove(deviceUuid)
  livePosition.remove(deviceUuid)
  receivedLive.remove(deviceUuid)
  for (const name of metricNames) {
    latestReading.remove(`${deviceUuid}/${name}`)
    livePoints.remove(`${deviceUuid}/${name}`)
  }
}
