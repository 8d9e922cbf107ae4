import type { BeaconType } from '@carewatch/contracts/rooms'
import type { BeaconFacts } from '../gateway-codec.ts'
import { u16le, utf8 } from '../kit/bytes.ts'
import { textIn } from '../kit/json.ts'
import { addFacts } from './facts.ts'
import type { IBeacon, Parts, Product, Read, Reader } from './read.ts'
import {
  anyService,
  makerReaders,
  nameReader,
  serviceReaders,
  UNKNOWN_SERVICE,
  unknownService,
} from './readers.ts'
import { splitAdvertisement } from './structures.ts'

export type Advertisement = {
  facts: BeaconFacts
  name?: string
  model?: string
  seems?: BeaconType
  ibeacon?: IBeacon
}

/** An advertisement and, where there is one, what the same beacon answered when it was asked. */
export function readAdvertisement(
  adv: Uint8Array,
  rsp: Uint8Array | undefined,
  from: { mac: string; key?: Uint8Array | undefined },
): Advertisement {
  return advertisementOf(partsOf(adv, rsp, from))
}

export function advertisementOf(parts: Parts): Advertisement {
  const read = readParts(parts)
  const seems = read && seemsOf(read)
  return {
    facts: read?.facts ?? {},
    ...(parts.name !== '' && { name: parts.name }),
    ...(read?.product && { model: modelOf(read.product) }),
    ...(seems && { seems }),
    ...(read?.ibeacon && { ibeacon: read.ibeacon }),
  }
}

export const modelOf = ({ brand, model }: Product): string =>
  brand === 'GENERIC' ? model : `${brand} ${model}`

const SERVICES_16 = new Set([0x02, 0x03])
const NAMES = new Set([0x08, 0x09])
const SERVICE_DATA_16 = 0x16
const MAKERS_DATA = 0xff
const LONGEST_NAME = 64

type Mutable = { -readonly [K in keyof Parts]: Parts[K] extends readonly (infer T)[] ? T[] : Parts[K] }

export function partsOf(
  adv: Uint8Array,
  rsp: Uint8Array | undefined,
  { mac, key }: { mac: string; key?: Uint8Array | undefined },
): Parts {
  const parts: Mutable = { name: '', services: [], uuids: [], makers: [], mac, key }
  addParts(parts, adv)
  if (rsp) addParts(parts, rsp)
  return parts
}

function addParts(parts: Mutable, bytes: Uint8Array): void {
  for (const { type, data } of splitAdvertisement(bytes).structures) {
    if (type === MAKERS_DATA && data.length >= 2) parts.makers.push(data)
    else if (type === SERVICE_DATA_16 && data.length >= 2) {
      parts.services.push({ uuid: u16le(data, 0), data: data.subarray(2) })
    } else if (NAMES.has(type)) parts.name = nameIn(data)
    else if (SERVICES_16.has(type)) {
      for (let at = 0; at + 1 < data.length; at += 2) parts.uuids.push(u16le(data, at))
    }
  }
}

const nameIn = (data: Uint8Array): string => textIn(utf8(data.subarray(0, LONGEST_NAME))) ?? ''

/** What all parts together say; undefined: nothing that we can read. */
export function readParts(parts: Parts): Read | undefined {
  const named = nameReader(parts.name)
  let all: Read | undefined
  for (const maker of parts.makers) {
    const read = named?.(maker, parts) ?? readBy(makerReaders.get(u16le(maker, 0)), maker, parts)
    all = joined(all, read)
  }
  for (const { uuid, data } of parts.services) {
    all = joined(all, readBy(readersOf(uuid), data, parts))
  }
  return all
}

const readersOf = (uuid: number): readonly Reader[] =>
  serviceReaders.get(uuid) ?? (uuid === UNKNOWN_SERVICE ? unknownService : anyService)

function readBy(readers: readonly Reader[] | undefined, body: Uint8Array, parts: Parts): Read | undefined {
  if (!readers) return undefined
  for (const reader of readers) {
    const read = reader(body, parts)
    if (read) return read
  }
  return undefined
}

function joined(all: Read | undefined, read: Read | undefined): Read | undefined {
  if (!all || !read) return all ?? read
  addFacts(all.facts, read.facts)
  const isSensorToo = read.product && (!all.product || all.ibeacon)
  return {
    ...read,
    ...all,
    ...(all.more && read.more && { more: { ...read.more, ...all.more } }),
    // A sensor that is a beacon too is the sensor.
    ...(isSensorToo && { product: read.product }),
  }
}

/** What it would be registered as, by what it tells. */
export function seemsOf({ facts, product }: Pick<Read, 'facts' | 'product'>): BeaconType {
  if (facts.door !== undefined) return 'DOOR'
  if (facts.temperature !== undefined || facts.humidity !== undefined) return 'CLIMATE'
  if (facts.water !== undefined) return 'WATER'
  if (facts.motion !== undefined) return 'MOTION'
  if (facts.button !== undefined || product?.kind === 'BTN') return 'BUTTON'
  return 'TAG'
}
