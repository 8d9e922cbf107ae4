/** The device a message came from, as the broker knows it since sign-in: never what the message claims. */
export type Source = {
  deviceId: number
  deviceUuid: string
  /** Name of the codec its model speaks. */
  format: string
  /** From where this connection comes: the network, not the address. */
  network?: string
}

/** The gateway a message came from, known as a device is. */
export type GatewaySource = {
  gatewayId: number
  gatewayUuid: string
  /** Name of the codec its model speaks. */
  format: string
}

/** One message of a gateway, before anybody has read it. */
export type ScanUplink = {
  source: GatewaySource
  /** As it was published: of gateways that are not our own their installer chose it. */
  topic: string
  payload: Uint8Array
  /** Milliseconds since 1970, by our clock. */
  receivedAt: number
}

/** One message of a device, before anybody has read it. */
export type Uplink = {
  source: Source
  topic: string
  /** The topic's part after the device's own name: `readings`, `event`. */
  leaf: string
  payload: Uint8Array
  /** Milliseconds since 1970, by our clock. */
  receivedAt: number
  /** The moment by which it was read, over a plain socket: of what comes again because it was not answered, when it came first. */
  readAt?: number
  /** The connection is not known to be the device's: it is heard, and ends no alarm. */
  isUnproven?: boolean
}
