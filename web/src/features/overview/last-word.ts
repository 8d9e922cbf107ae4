import type { Device } from '@carewatch/contracts/http/devices'
import { metricNames } from '@carewatch/contracts/metrics'
import { atom } from 'jotai'
import { atomFamily } from 'jotai-family'
import { latestReading, presence } from '../../live/live-atoms.ts'

/** When a device was last heard live, in whatever it said; null if not since the screen opened. */
export const heardLive = atomFamily((deviceUuid: string) =>
  atom((get) => {
    const times = metricNames.map((name) => get(latestReading(`${deviceUuid}/${name}`))?.time.getTime() ?? 0)
    const latest = Math.max(...times, get(presence(deviceUuid))?.lastSeenAt.getTime() ?? 0)
    return latest === 0 ? null : new Date(latest)
  }),
)

export const lastWord = (device: Device, live: Date | null): Date | null =>
  live && (!device.lastSeenAt || live > device.lastSeenAt) ? live : device.lastSeenAt
