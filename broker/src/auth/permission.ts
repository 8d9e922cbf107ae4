import { gatewayDownlinks, gatewayUplinks, watchDownlinks, watchUplinks } from '@carewatch/contracts/topics'

export type Device = {
  kind: 'watch' | 'gateway'
  /** IMEI or MAC: the topic's second part. */
  name: string
  /** A gateway of another make, or a phone: its topics are not ours. */
  isForeign?: boolean
}
export type Principal = Device | { kind: 'service'; name: string }

const UP = { watch: new Set<string>(watchUplinks), gateway: new Set<string>(gatewayUplinks) }
const DOWN = { watch: new Set<string>(watchDownlinks), gateway: new Set<string>(gatewayDownlinks) }

/** The topic's part under the device's own name, or nothing if it is somebody else's. */
export function ownLeaf({ kind, name }: Device, topic: string): string | undefined {
  const prefix = `${kind}/${name}/`
  return topic.startsWith(prefix) ? topic.slice(prefix.length) : undefined
}

const OUR_TOPICS = ['watch/', 'gateway/', 'live/', 'service/', '$']
const isOurs = (topic: string): boolean => OUR_TOPICS.some((prefix) => topic.startsWith(prefix))

/** A device publishes only under its own name; services only on live topics. What a gateway of another make publishes anywhere else reaches ingest alone. */
export function mayPublish(who: Principal, topic: string): boolean {
  if (who.kind === 'service') return topic.startsWith('live/')
  const leaf = ownLeaf(who, topic)
  if (leaf !== undefined) return UP[who.kind].has(leaf)
  return who.isForeign === true && !isOurs(topic)
}

/** A device subscribes to its own topics; services to live topics. A device of another make may subscribe elsewhere, where nothing is published. No device may use a wildcard beyond its own name. */
export function maySubscribe(who: Principal, filter: string): boolean {
  if (who.kind === 'service') return filter.startsWith('live/')
  const leaf = ownLeaf(who, filter)
  if (leaf === undefined) return who.isForeign === true && !isOurs(filter) && !/^[#+]/.test(filter)
  return leaf === '#' || DOWN[who.kind].has(leaf) || leaf === 'status'
}

/** Checked again at delivery: a denied filter of a mixed SUBSCRIBE is stored all the same (aedes 1.2). */
export function mayReceive(who: Principal, topic: string): boolean {
  if (who.kind === 'service') return topic.startsWith('live/')
  const leaf = ownLeaf(who, topic)
  return leaf !== undefined && (DOWN[who.kind].has(leaf) || leaf === 'status')
}

export const MAX_PACKET_BYTES = { watch: 64 * 1024, gateway: 256 * 1024, service: 1024 * 1024 } as const
/** Before the sign-in, nothing large is read. */
export const MAX_CONNECT_BYTES = 8 * 1024
