import {
  gatewayDownlinks,
  gatewayUplinks,
  isHomeTopic,
  partnerTopic,
  watchDownlinks,
  watchUplinks,
} from '@carewatch/contracts/topics'

export type Device = {
  kind: 'watch' | 'gateway'
  /** IMEI or MAC: the topic's second part. */
  name: string
  /** A gateway of another make, or a phone: its topics are not ours. */
  isForeign?: boolean
}
/** An API key's, which reads what is of its company. */
export type ProgramPrincipal = { kind: 'program'; name: string; companyUuid: string }
/** A Home Assistant of somebody's own house, by a link of its owner's: it is told what is theirs. */
export type HomePrincipal = { kind: 'home'; name: string }
export type Principal = Device | { kind: 'service'; name: string } | ProgramPrincipal | HomePrincipal

const UP = { watch: new Set<string>(watchUplinks), gateway: new Set<string>(gatewayUplinks) }
const DOWN = { watch: new Set<string>(watchDownlinks), gateway: new Set<string>(gatewayDownlinks) }

/** The topic's part under the device's own name, or nothing if it is somebody else's. */
export function ownLeaf({ kind, name }: Device, topic: string): string | undefined {
  const prefix = `${kind}/${name}/`
  return topic.startsWith(prefix) ? topic.slice(prefix.length) : undefined
}

const OUR_TOPICS = ['watch/', 'gateway/', 'live/', 'service/', 'partners/', '$']
const BEGINS_OPEN = /^[#+]/
const isOurs = (topic: string): boolean => OUR_TOPICS.some((prefix) => topic.startsWith(prefix))

/** Whether it is below a company's own level: no wildcard stands before that. */
export const isOfCompany = (companyUuid: string, filter: string): boolean =>
  filter.startsWith(partnerTopic.all(companyUuid).slice(0, -1))

/** A device publishes only under its own name; services only on live topics. What a gateway of another make publishes anywhere else reaches ingest alone. */
export function mayPublish(who: Principal, topic: string): boolean {
  if (who.kind === 'service') return topic.startsWith('live/')
  if (who.kind === 'program' || who.kind === 'home') return false
  const leaf = ownLeaf(who, topic)
  if (leaf !== undefined) return UP[who.kind].has(leaf)
  return who.isForeign === true && !isOurs(topic)
}

/** A device subscribes to its own topics; services to live topics. A device of another make may subscribe elsewhere, where nothing is published. No device may use a wildcard beyond its own name. */
export function maySubscribe(who: Principal, filter: string): boolean {
  if (who.kind === 'service') return filter.startsWith('live/')
  if (who.kind === 'program') return isOfCompany(who.companyUuid, filter)
  // It subscribes too to what other makes announce at a broker of their own: nothing comes there.
  if (who.kind === 'home') return !isOurs(filter) && !BEGINS_OPEN.test(filter)
  const leaf = ownLeaf(who, filter)
  if (leaf === undefined) return who.isForeign === true && !isOurs(filter) && !BEGINS_OPEN.test(filter)
  return leaf === '#' || DOWN[who.kind].has(leaf) || leaf === 'status'
}

/** Checked again at delivery: a denied filter of a mixed SUBSCRIBE is stored all the same (aedes 1.2). */
export function mayReceive(who: Principal, topic: string): boolean {
  if (who.kind === 'service') return topic.startsWith('live/')
  if (who.kind === 'program') return isOfCompany(who.companyUuid, topic)
  if (who.kind === 'home') return isHomeTopic(topic)
  const leaf = ownLeaf(who, topic)
  return leaf !== undefined && (DOWN[who.kind].has(leaf) || leaf === 'status')
}

export const MAX_PACKET_BYTES = {
  watch: 64 * 1024,
  gateway: 256 * 1024,
  service: 1024 * 1024,
  /** It subscribes, and says nothing else. */
  program: 16 * 1024,
  home: 64 * 1024,
} as const
/** Before the sign-in, nothing large is read. */
export const MAX_CONNECT_BYTES = 8 * 1024
