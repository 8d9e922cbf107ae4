import type { BeaconType, GatewayConfig } from '@carewatch/contracts/rooms'
import type { RejectReason } from './codec.ts'

/** What a beacon says of the room it is in, or of itself; absent: it does not say. Never a sentinel, never a value outside what the sensor can measure. */
export type BeaconFacts = {
  /** °C. Of the room, not of a chip. */
  temperature?: number
  /** % */
  humidity?: number
  /** % */
  battery?: number
  batteryMv?: number
  isLowOnBattery?: boolean
  /** true: open. */
  door?: boolean
  tamper?: boolean
  water?: boolean
  motion?: boolean
  light?: boolean
  illuminanceLux?: number
  vibration?: boolean
  button?: 'PRESS' | 'DOUBLE' | 'TRIPLE' | 'LONG'
  /** 0 to 255; grows with each thing it says, and starts again: one number heard twice is one thing said. */
  packetId?: number
}

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
