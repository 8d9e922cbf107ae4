import type { Device } from '@carewatch/contracts/http/devices'
import { deviceFences, type Fence } from '@carewatch/contracts/http/fences'
import type { Place } from '@carewatch/contracts/http/fields'
import { latestLocation } from '@carewatch/contracts/http/positions'
import { wearerLocationDays, wearerLocations } from '@carewatch/contracts/http/wearer-readings'
import { call } from '../../http/call.ts'
import { orNothing } from '../../http/or-nothing.ts'
import type { Track } from '../../tracks/days.ts'
import { loadTrack } from '../../tracks/load-track.ts'
import type { PersonSearch } from './page-search.ts'

export type Places = { track: Track; home: Place | null; fences: readonly Fence[] }
type Asked = { uuid: string; devices: readonly Device[]; search: PersonSearch }

/** Where a person was in some days, over everything they wore; null: that is not for this viewer. */
export async function loadPlaces({ uuid, devices, search }: Asked): Promise<Places | null> {
  const { day, days } = search
  const [track, latest, fences] = await Promise.all([
    loadTrack({
      day,
      days,
      lastDays: (n) => orNothing(call(wearerLocationDays, { params: { uuid }, query: { days: n } })),
      wayOf: (time, to) => orNothing(call(wearerLocations, { params: { uuid, time }, query: { to } })),
    }),
    Promise.all(devices.map(({ imei }) => orNothing(call(latestLocation, { params: { imei } })))),
    Promise.all(
      devices.map((device) => orNothing(call(deviceFences, { params: { deviceUuid: device.uuid } }))),
    ),
  ])
  if (!track) return null
  return {
    track,
    home: latest.find((one) => one?.location.home)?.location.home ?? null,
    fences: fences.flatMap((one) => one?.fences ?? []),
  }
}
