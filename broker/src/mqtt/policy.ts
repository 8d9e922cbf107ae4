import type { Client, ConnectPacket, Subscription } from 'aedes'

/** The packet fields we look at; aedes gives more. */
export type Publish = { topic: string; payload: Buffer | string; qos: number; retain: boolean }

export type GivenCredentials = { username: string; password: Buffer }

/** Who may do what at the broker. The protocol itself is not here: that is the same for everybody. */
export type Policy = {
  /** Under which identifier a connection's session is kept. */
  identify: (packet: ConnectPacket) => string
  /** What is refused before anybody is asked who it is. */
  refusalOf?: (packet: ConnectPacket) => Error | undefined
  /** Lets a connection in; throws the refusal that its CONNACK carries. */
  authenticate: (client: Client, given: GivenCredentials) => Promise<void>
  /** Resolves when a message may be acknowledged; throws when the connection must be cut. */
  receive: (client: Client, packet: Publish) => Promise<void>
  maySubscribe: (client: Client, subscription: Subscription) => boolean
  mayForward: (client: Client, topic: string) => boolean
  /** Whether a client's message goes on to those who subscribed. */
  isRouted: (packet: Publish) => boolean
  /** How much the next packet of a connection may hold. */
  maxBytes: (client: Client) => number
  /** What a connection is called in the log: a name of ours, never the number of somebody's watch. */
  nameOf: (client: Client) => string | undefined
}
