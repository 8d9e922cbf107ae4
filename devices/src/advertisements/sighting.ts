import { advertisementOf, partsOf } from './advertisement.ts'
import { addFacts, type BeaconFacts, hasPress } from './facts.ts'
import type { IBeacon, Parts } from './read.ts'
import { readTime } from '../kit/device-time.ts'
import { type ScanContext, emptyScan, type Scan, type Sighting } from '../gateway-codec.ts'
import type { RejectReason } from '../codec.ts'
import { rssiIn } from '../kit/json.ts'

/** One row of a scan, as its gateway wrote it. */
export type RawSighting = {
  mac: string
  rssi: number
  time: number
  name?: string | undefined
  /** The advertisement, and what was answered when asked for more. */
  adv?: Uint8Array | undefined
  rsp?: Uint8Array | undefined
  /** The same where the gateway has taken it apart. */
  services?: Parts['services']
  makers?: Parts['makers']
  ibeacon?: IBeacon | undefined
  model?: string | undefined
  seems?: Sighting['seems'] | undefined
  /** What the gateway has read itself: for what the bytes do not say. */
  facts?: BeaconFacts
  /** What of it stands in no paper of its gateway's maker: its beacon is heard all the same. */
  unknown?: { reason: RejectReason; detail: string } | undefined
}

const NOTHING = new Uint8Array()

/** Heard, but the gateway does not say how well: any other hears it better. */
export const UNKNOWN_RSSI = -127

export function sightingOf(
  rawSighting: RawSighting,
  context: Pick<ScanContext, 'keyOf' | 'readParts'>,
): Sighting {
  const { mac, rssi, time } = rawSighting
  const key = context.keyOf(mac)
  const parts = partsIn(rawSighting, key)
  const read = parts && advertisementOf(parts, context.readParts)
  const facts = read?.facts ?? {}
  // Of a beacon with a key only what its key opens is believed.
  if (rawSighting.facts && !(key && parts)) addFacts(facts, rawSighting.facts)
  const sighting: Sighting = { mac, rssi, time, facts }
  const name = rawSighting.name ?? read?.name
  const model = rawSighting.model ?? read?.model
  const seems = seemsOf(facts) ?? rawSighting.seems ?? read?.seems
  const ibeacon = read?.ibeacon ?? rawSighting.ibeacon
  if (name !== undefined) sighting.name = name
  if (model !== undefined) sighting.model = model
  if (seems !== undefined) sighting.seems = seems
  if (ibeacon) sighting.ibeacon = ibeacon
  if (read?.unknown !== undefined) sighting.unknown = read.unknown
  return sighting
}

function partsIn(rawSighting: RawSighting, key: Uint8Array | undefined): Parts | undefined {
  const { mac, adv, rsp, services = [], makers = [], name = '' } = rawSighting
  if (adv || rsp) return partsOf(adv ?? NOTHING, rsp, { mac, key })
  if (services.length === 0 && makers.length === 0) return undefined
  return { name, services, uuids: [], makers, mac, key }
}

/** By what the gateway itself has read. */
function seemsOf(facts: BeaconFacts): Sighting['seems'] {
  if (facts.smoke !== undefined) return 'SMOKE'
  if (facts.door !== undefined) return 'DOOR'
  if (facts.temperature !== undefined || facts.humidity !== undefined) return 'CLIMATE'
  if (facts.water !== undefined) return 'WATER'
  if (facts.motion !== undefined) return 'MOTION'
  return hasPress(facts) ? 'BUTTON' : undefined
}

/** A gateway's own time if its clock is set and not ahead of ours; else ours. */
export const timeOf = (given: unknown, receivedAt: number): number =>
  readTime(given, receivedAt).time ?? receivedAt

/** The same from seconds. */
export const timeOfSeconds = (seconds: number | undefined, receivedAt: number): number =>
  timeOf(seconds === undefined ? undefined : seconds * 1000, receivedAt)

/** More than the largest gateway hears in one message. */
const MAX_SIGHTINGS = 5_000
const MAX_REJECTS = 5

export function reject(scan: Scan, reason: RejectReason, detail: string): void {
  if (scan.rejects.length < MAX_REJECTS) scan.rejects.push({ reason, detail: detail.slice(0, 64) })
}

export const rejected = (reason: RejectReason, detail: string): Scan => {
  const scan = emptyScan()
  reject(scan, reason, detail)
  return scan
}

/** A hundred beacons of one kind are one thing that nobody knows. */
function rejectOnce(scan: Scan, { reason, detail }: NonNullable<RawSighting['unknown']>): void {
  if (!scan.rejects.some((one) => one.reason === reason && one.detail === detail))
    reject(scan, reason, detail)
}

/** A gateway that has said that it is here, or gone. */
export const presence = (isOnline: boolean): Scan => ({ ...emptyScan(), isOnline })

/** Rows as sightings; what one message says twice is one sighting. */
export function addSightings(scan: Scan, rows: readonly RawSighting[], context: ScanContext): void {
  const known = new Map<string, Sighting>()
  for (const row of rows) {
    if (scan.sightings.length >= MAX_SIGHTINGS) return reject(scan, 'tooMany', `${rows.length} rows`)
    if (rssiIn(row.rssi) === undefined) {
      reject(scan, 'range', 'rssi')
      continue
    }
    if (row.unknown) rejectOnce(scan, row.unknown)
    const sighting = sightingOf(row, context)
    const key = `${sighting.mac} ${Math.floor(sighting.time / 1000)}`
    const same = known.get(key)
    if (same && isSame(same.facts, sighting.facts)) join(same, sighting)
    else {
      scan.sightings.push(sighting)
      known.set(key, sighting)
    }
  }
}

/** Two advertisements within a second say the same unless they say something different of one thing. */
function isSame(left: BeaconFacts, right: BeaconFacts): boolean {
  for (const name in right) {
    // Safe: the names are a fact's.
    const fact = name as keyof BeaconFacts
    if (left[fact] !== undefined && left[fact] !== right[fact]) return false
  }
  return true
}

function join(one: Sighting, other: Sighting): void {
  addFacts(one.facts, other.facts)
  one.rssi = Math.max(one.rssi, other.rssi)
  if (other.name !== undefined) one.name ??= other.name
  if (other.ibeacon) one.ibeacon ??= other.ibeacon
  if (other.model !== undefined) one.model ??= other.model
  if (other.unknown !== undefined) one.unknown ??= other.unknown
  const seems = seemsOf(one.facts) ?? one.seems ?? other.seems
  if (seems) one.seems = seems
}
