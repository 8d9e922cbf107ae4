import { type BeaconFacts, pressed } from '../advertisements/facts.ts'
import { beaconButtons } from '@carewatch/contracts/rooms'
import type { RejectReason } from '../codec.ts'
import { readTime } from '../kit/device-time.ts'
import { type GatewayCodec, type ScanContext, emptyScan, type Scan, type Sighting } from '../gateway-codec.ts'
import { sightingOf } from '../advertisements/sighting.ts'

const text = new TextDecoder('utf-8', { fatal: true })
const MAX_BEACONS = 2_000
const MAC = /^[0-9a-f]{12}$/
const RSSI = { min: -127, max: 20 }

type Fields = Record<string, unknown>

/** Carewatch's own JSON: `scan` (what was heard) and `status` (whether it is there). */
export const gatewayNative: GatewayCodec = (topic, payload, context) => {
  const scan = emptyScan()
  const body = parse(payload, scan)
  if (body === undefined) return scan
  if (!isFields(body)) reject(scan, 'shape', 'not an object')
  else if (topic.endsWith('/status')) scan.isOnline = body.online !== false
  else readScan(body, context, scan)
  return scan
}

function parse(payload: Uint8Array, scan: Scan): unknown {
  try {
    return JSON.parse(text.decode(payload))
  } catch (error) {
    reject(scan, 'json', (error as Error).name)
    return undefined
  }
}

function readScan(body: Fields, context: ScanContext, scan: Scan): void {
  const { receivedAt } = context
  const { time } = readTime(body.time, receivedAt)
  if (time === undefined) reject(scan, 'type', 'time')
  if (!Array.isArray(body.beacons)) return reject(scan, 'shape', 'beacons')
  if (body.beacons.length > MAX_BEACONS) return reject(scan, 'tooMany', `${body.beacons.length} beacons`)
  for (const beacon of body.beacons as unknown[]) {
    const known = { scan, context, scanTime: time ?? receivedAt }
    const sighting = isFields(beacon) ? readBeacon(beacon, known) : undefined
    if (sighting) scan.sightings.push(sighting)
    else reject(scan, 'shape', 'beacon')
  }
}

type Around = { scan: Scan; context: ScanContext; scanTime: number }

function readBeacon(beacon: Fields, { scan, context, scanTime }: Around): Sighting | undefined {
  const mac = readMac(beacon.mac)
  const rssi = numberOf(beacon.rssi)
  if (!mac || rssi === undefined || !isWithin(rssi, RSSI)) return undefined
  const time = beacon.time === undefined ? scanTime : (readTime(beacon.time, scanTime).time ?? scanTime)
  const name = typeof beacon.name === 'string' ? beacon.name : undefined
  const adv = readHex(beacon.adv)
  if (!adv && beacon.adv !== undefined) reject(scan, 'type', 'adv')
  const rawSighting = { mac, rssi: Math.round(rssi), time, name, adv, facts: readFacts(beacon, scan) }
  return sightingOf(rawSighting, context)
}

const MAX_HEX = 1_024
function readHex(given: unknown): Uint8Array | undefined {
  if (typeof given !== 'string' || given.length > MAX_HEX || given.length % 2 !== 0) return undefined
  return /^[0-9a-f]*$/i.test(given) ? Buffer.from(given, 'hex') : undefined
}

/** Twelve lower-case hexadecimal digits, however they were parted. */
export function readMac(given: unknown): string | undefined {
  if (typeof given !== 'string' || given.length > 32) return undefined
  const mac = given.replaceAll(/[:. -]/g, '').toLowerCase()
  return MAC.test(mac) ? mac : undefined
}

const ranges = {
  temperature: { min: -50, max: 100 },
  humidity: { min: 0, max: 100 },
  // Zero is how beacons say that they do not measure it.
  battery: { min: 1, max: 100 },
  packetId: { min: 0, max: 255 },
} as const
const switches = ['door', 'water', 'smoke', 'motion', 'tamper', 'light', 'vibration'] as const
const presses = ['PRESS', 'DOUBLE', 'TRIPLE', 'LONG'] as const

function readFacts(beacon: Fields, scan: Scan): BeaconFacts {
  const facts: BeaconFacts = {}
  for (const name of ['temperature', 'humidity', 'battery', 'packetId'] as const) {
    if (beacon[name] === undefined || beacon[name] === null) continue
    const value = numberOf(beacon[name])
    if (value !== undefined && isWithin(value, ranges[name])) facts[name] = value
    else if (name === 'battery' && value === 0) continue
    else reject(scan, value === undefined ? 'type' : 'range', name)
  }
  for (const name of switches) {
    if (beacon[name] === undefined || beacon[name] === null) continue
    const isSo = readSwitch(beacon[name])
    if (isSo === undefined) reject(scan, 'type', name)
    else facts[name] = isSo
  }
  for (const [index, name] of beaconButtons.entries()) {
    const given = beacon[name]
    const press = readPress(given)
    if (!press && typeof given === 'string' && !NO_PRESS.test(given))
      reject(scan, 'unknownEvent', `${name} ${given.slice(0, 16)}`)
    pressed(facts, index, press)
  }
  return facts
}

const YES = new Set<unknown>([true, 1, 'true', 'open', 'on', 'wet', 'yes'])
const NO = new Set<unknown>([false, 0, 'false', 'closed', 'off', 'dry', 'no'])

function readSwitch(given: unknown): boolean | undefined {
  if (YES.has(given)) return true
  return NO.has(given) ? false : undefined
}

const NO_PRESS = /^(?:none)?$/i

function readPress(given: unknown): (typeof presses)[number] | undefined {
  if (given === true) return 'PRESS'
  return presses.find((press) => typeof given === 'string' && given.toUpperCase() === press)
}

/** Numbers come as text from some. */
function numberOf(given: unknown): number | undefined {
  const value = typeof given === 'string' && given.trim() !== '' ? Number(given) : given
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined
}

const isWithin = (value: number, { min, max }: { min: number; max: number }): boolean =>
  value >= min && value <= max

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function reject(scan: Scan, reason: RejectReason, detail: string): void {
  if (scan.rejects.length < 5) scan.rejects.push({ reason, detail })
}
