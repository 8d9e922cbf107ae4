import type { EventType } from '@carewatch/contracts/alarms'
import type { RejectReason } from '@carewatch/contracts/rejections'

export type DecodedReading = { metric: number; time: number; value: number }
export type DecodedPosition = {
  time: number
  lat: number
  lng: number
  accuracyM: number | null
  source: 'GPS' | 'WIFI' | 'CELL' | 'BLE'
}
/** A cell of a mobile network: country, network, area, number; how strongly it was heard, in whatever its maker counts. */
export type DecodedCell = { mcc: number; mnc: number; lac: number; cid: number; signal?: number | undefined }
/** The cells that it heard at that time, the one that serves it first. */
export type DecodedCells = { time: number; cells: DecodedCell[] }
/** The Wi-Fi networks that it heard at that time: 12 hexadecimal digits each. */
export type DecodedNetworks = { time: number; bssids: string[] }
export type DecodedEvent = { type: EventType; time: number }

export type { RejectReason }

/** Everything one message says. Good values stand beside bad ones: a bad one never costs its neighbours. */
export type Decoded = {
  readings: DecodedReading[]
  positions: DecodedPosition[]
  events: DecodedEvent[]
  networks?: DecodedNetworks
  cells?: DecodedCells
  /** What it says of its version. */
  firmware?: string
  rejects: { reason: RejectReason; detail: string }[]
  /** The device's clock was ahead of ours, or not set: the server's time stands instead. */
  clockSkew: boolean
}

/** Pure: bytes in, facts out. Never throws. */
export type Codec = (leaf: string, payload: Uint8Array, receivedAt: number) => Decoded

export const nothingDecoded = (): Decoded => ({
  readings: [],
  positions: [],
  events: [],
  rejects: [],
  clockSkew: false,
})
