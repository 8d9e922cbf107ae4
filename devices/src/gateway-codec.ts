import type { BeaconType, GatewayConfig } from '@carewatch/contracts/rooms'
import type { BeaconFacts } from './advertisements/facts.ts'
import type { ReadParts } from './advertisements/read.ts'
import type { RejectReason } from './codec.ts'

/** One beacon heard by one gateway at one time. */
export type Sighting = {
  /** Twelve lower-case hexadecimal digits. */
  mac: string
  /** By which a beacon is known whose address changes. */
  ibeacon?: { uuid: string; major: number; minor: number }
  /** dBm */
  rssi: number
  /** Milliseconds since 1970; ours where the gateway has no clock. */
  time: number
  name?: string
  /** Its maker's word for what it is. */
  model?: string
  /** What it would be registered as. */
  seems?: BeaconType
  facts: BeaconFacts
  /** What of its advertisement nobody could read. */
  unknown?: string
}

/** Everything one message of a gateway says. */
export type Scan = {
  sightings: Sighting[]
  /** false: the last will of a gateway that has gone. */
  isOnline: boolean
  /** It says that it took what it was told. */
  isConfigTaken?: boolean
  rejects: { reason: RejectReason; detail: string }[]
}

export type ScanContext = {
  receivedAt: number
  /** The key of a beacon that speaks in secret, by its address. */
  keyOf: (mac: string) => Uint8Array | undefined
  /** A gateway hears beacons of any make: who reads them is told it, so that no maker's room needs another's. */
  readParts: ReadParts
}

/** Pure: bytes in, sightings out. Never throws. */
export type GatewayCodec = (topic: string, payload: Uint8Array, context: ScanContext) => Scan

/** What is published to a gateway, by its own topics. */
export type GatewayDown = { topic: string; payload: string }
/** `topics`: those it published on since it connected, for gateways whose topics their installer chose. */
export type GatewayConfigEncoder = (
  config: GatewayConfig,
  to: { mac: string; topics: readonly string[]; requestId: string },
) => GatewayDown[]

export const emptyScan = (): Scan => ({ sightings: [], isOnline: true, rejects: [] })
