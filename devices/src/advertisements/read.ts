import type { BeaconFacts } from './facts.ts'

/** Whose make a sensor is. `kind` in the words of the sensor lists: THB climate, CTMO door or motion, BTN button, … */
export type Product = { brand: string; model: string; id: string; kind: string }

export const product = (id: string, kind: string, [brand, model]: readonly [string, string]): Product => ({
  id,
  kind,
  brand,
  model,
})

export type IBeacon = { uuid: string; major: number; minor: number }

export type ServiceData = { uuid: number; data: Uint8Array }

/** An advertisement taken apart. */
export type Parts = {
  name: string
  services: readonly ServiceData[]
  /** Services it offers without saying anything of them. */
  uuids: readonly number[]
  /** Each begins with its maker's number, little end first. */
  makers: readonly Uint8Array[]
  /** Whose it is; empty where nobody knows. */
  mac: string
  key: Uint8Array | undefined
}

/** What one part of an advertisement says. */
export type Read = {
  facts: BeaconFacts
  /** What of it stands in no paper of its maker. */
  unknown?: string
  product?: Product
  /** The address it says it has. */
  mac?: string
  ibeacon?: IBeacon
  /** What it says besides, by the names of the sensor lists. */
  more?: Record<string, unknown>
}

/** Pure: bytes in, facts out; undefined where the bytes are not its format. Never throws. */
export type Reader = (body: Uint8Array, parts: Parts) => Read | undefined

/** What all parts of an advertisement together say; undefined: nothing that anybody can read. */
export type ReadParts = (parts: Parts) => Read | undefined

/** The number of a service that a gateway has left out. */
export const UNKNOWN_SERVICE = -1
