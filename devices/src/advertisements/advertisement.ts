import type { BeaconType } from '@carewatch/contracts/rooms'
import { u16le, utf8 } from '../kit/bytes.ts'
import { textIn } from '../kit/json.ts'
import { type BeaconFacts, hasPress } from './facts.ts'
import type { IBeacon, Parts, Product, Read, ReadParts } from './read.ts'
import { splitAdvertisement } from './structures.ts'

export type Advertisement = {
  facts: BeaconFacts
  name?: string
  model?: string
  seems?: BeaconType
  ibeacon?: IBeacon
  unknown?: string
}

/** What an advertisement says as a whole. */
export function advertisementOf(parts: Parts, readParts: ReadParts): Advertisement {
  const read = readParts(parts)
  const seems = read && seemsOf(read)
  return {
    facts: read?.facts ?? {},
    ...(parts.name !== '' && { name: parts.name }),
    ...(read?.product && { model: modelOf(read.product) }),
    ...(seems && { seems }),
    ...(read?.ibeacon && { ibeacon: read.ibeacon }),
    ...(read?.unknown !== undefined && { unknown: read.unknown }),
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

/** What it would be registered as, by what it tells. */
export function seemsOf({ facts, product }: Pick<Read, 'facts' | 'product'>): BeaconType {
  if (facts.smoke !== undefined) return 'SMOKE'
  if (facts.door !== undefined) return 'DOOR'
  if (facts.temperature !== undefined || facts.humidity !== undefined) return 'CLIMATE'
  if (facts.water !== undefined) return 'WATER'
  if (facts.motion !== undefined) return 'MOTION'
  if (hasPress(facts) || product?.kind === 'BTN') return 'BUTTON'
  return 'TAG'
}
