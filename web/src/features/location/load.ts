import { deviceCommands } from '@carewatch/contracts/http/device-commands'
import { type Device } from '@carewatch/contracts/http/devices'
import { deviceFences } from '@carewatch/contracts/http/fences'
import {
  type DeviceLocation,
  latestLocation,
  latestLocations,
  locationDays,
  locationHistory,
  MAX_LOCATIONS,
} from '@carewatch/contracts/http/positions'
import { call } from '../../http/call.ts'
import { orNothing } from '../../http/or-nothing.ts'
import { activeDevice } from '../../session/active-device.ts'
import { loadTrack } from '../../tracks/load-track.ts'
import type { LocationSearch } from './search.ts'

/** Where a device is, and what it was last asked; both change while one looks. */
export async function loadLatest({ imei, uuid }: Device) {
  const [located, commands] = await Promise.all([
    orNothing(call(latestLocation, { params: { imei } })),
    orNothing(call(deviceCommands, { params: { uuid }, query: { kind: 'LOCATE', size: 1 } })),
  ])
  return {
    location: located?.location ?? null,
    street: located?.street ?? null,
    command: commands?.commands[0] ?? null,
  }
}
export type Latest = Awaited<ReturnType<typeof loadLatest>>

const loadWay = ({ imei }: Device, { day, days }: Pick<LocationSearch, 'day' | 'days'>) =>
  loadTrack({
    day,
    days,
    lastDays: (n) => orNothing(call(locationDays, { params: { imei }, query: { days: n } })),
    wayOf: (time, to) => orNothing(call(locationHistory, { params: { imei, time }, query: { to } })),
  })

const page = (number: number) => call(latestLocations, { query: { page: number, size: MAX_LOCATIONS } })

/** Everybody one may see: the first page says how many more there are to ask for. */
export async function loadEveryone(): Promise<DeviceLocation[]> {
  const first = await page(1)
  const more = Math.ceil(first.total / MAX_LOCATIONS) - 1
  const others = await Promise.all(Array.from({ length: Math.max(0, more) }, (_, at) => page(at + 2)))
  return [first, ...others].flatMap(({ locations }) => locations)
}

const loadFences = async ({ uuid }: Device) =>
  (await orNothing(call(deviceFences, { params: { deviceUuid: uuid } })))?.fences ?? []

export async function loadLocation({ device: asked, view, day, days }: LocationSearch) {
  const active = await activeDevice(asked)
  const { device } = active
  if (!device) return { ...active, latest: null, fences: [], track: null, everyone: [] }
  const [latest, fences, track, everyone] = await Promise.all([
    loadLatest(device),
    loadFences(device),
    view === 'history' ? loadWay(device, { day, days }) : null,
    view === 'all' ? loadEveryone() : [],
  ])
  return { ...active, latest, fences, track, everyone }
}
export type Loaded = Awaited<ReturnType<typeof loadLocation>>
