import { demoBeacons, demoGateways } from './demo/demo-data.ts'
import { beaconMac, gatewayMac } from './demo/numbering.ts'
import { between, correlated } from './physiology/random.ts'

const NEAR_DBM = -58
const FAR_DBM = -79
const FADING = { stepMs: 5_000, memory: 0.8 }
const MINUTE_MS = 60_000
const DAY_MS = 1_440 * MINUTE_MS
const SLOW = { stepMs: 10 * MINUTE_MS, memory: 0.9 }

const beacons = new Map(demoBeacons.map((beacon, place) => [beaconMac(place), { ...beacon, place }]))
const gateways = new Map(demoGateways.map((gateway, place) => [gatewayMac(place), { ...gateway, place }]))

type Facts = {
  temperature?: number
  humidity?: number
  battery?: number
  door?: boolean
  water?: boolean
  motion?: boolean
}
type Sighting = Facts & { mac: string; rssi: number }

/** The beacon of its own room is near, those of the others come through the walls. */
function rssiOf(mac: string, { place, isNear }: { place: number; isNear: boolean }, time: number): number {
  const channel = 200 + parseInt(mac.slice(-2), 16)
  const noise = 2.5 * correlated(place + 1, { ...FADING, channel }, time)
  return Math.round((isNear ? NEAR_DBM : FAR_DBM) + noise)
}

/** Happens for so long once in every so often, at a moment of its own each time. */
function happens(
  place: number,
  time: number,
  { everyMs, forMs }: { everyMs: number; forMs: number },
): boolean {
  const turn = Math.floor(time / everyMs)
  const from = turn * everyMs + between(0, everyMs - forMs, place, turn)
  return time >= from && time < from + forMs
}

const rounded = (value: number): number => Math.round(value * 10) / 10

/** What a sensor measures or notices. */
function factsOf({ deviceType, place }: { deviceType: string; place: number }, time: number): Facts {
  const battery = 95 - place * 3
  const slow = (channel: number) => correlated(place + 1, { ...SLOW, channel }, time)
  const sun = Math.sin((2 * Math.PI * (time % DAY_MS)) / DAY_MS)
  if (deviceType === 'CLIMATE')
    return { battery, temperature: rounded(22.5 + sun + 0.5 * slow(1)), humidity: rounded(46 + 3 * slow(2)) }
  if (deviceType === 'DOOR')
    return { battery, door: happens(place, time, { everyMs: 120 * MINUTE_MS, forMs: MINUTE_MS }) }
  if (deviceType === 'WATER') return { battery, water: false }
  if (deviceType === 'MOTION')
    return { battery, motion: happens(place, time, { everyMs: 180 * MINUTE_MS, forMs: 2 * MINUTE_MS }) }
  return { battery }
}

/** What a gateway of the demo's branches sights at a moment; one that stands elsewhere sights its beacons from afar. */
export function sightingsOf(gatewayMacOf: string, macs: readonly string[], time: number): Sighting[] {
  const gateway = gateways.get(gatewayMacOf)
  return macs.map((mac) => {
    const beacon = beacons.get(mac)
    const isNear = gateway !== undefined && beacon?.branch === gateway.branch && beacon.room === gateway.room
    return {
      mac,
      rssi: rssiOf(mac, { place: gateway?.place ?? 0, isNear }, time),
      ...(beacon && factsOf(beacon, time)),
    }
  })
}
