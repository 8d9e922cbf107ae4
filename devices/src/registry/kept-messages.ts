import { isUrgent } from '@carewatch/contracts/alarms'
import type { Decoded } from '../codec.ts'
import { isProtocolName, type ProtocolName, protocols } from './protocols.ts'

/** A message that could not be used and is kept: the topic names its format where it came over a plain socket. */
export type KeptMessage = { topic: string; payload: Uint8Array; receivedAt: number }

const TCP = 'tcp/'
export const OPCODE_MAX = 32
const UNPRINTABLE = /[^\x20-\x7E]/g

export function socketFormatOf(topic: string): ProtocolName | undefined {
  const format = topic.startsWith(TCP) ? topic.slice(TCP.length) : ''
  return isProtocolName(format) ? format : undefined
}

/** What kind of message it is, in the word of its format. */
export function opcodeOf({ topic, payload }: Pick<KeptMessage, 'topic' | 'payload'>): string | undefined {
  const format = socketFormatOf(topic)
  const opcode = format && protocols[format].opcodeOf(payload)
  return opcode?.replaceAll(UNPRINTABLE, '').trim().slice(0, OPCODE_MAX) || undefined
}

/** As the codecs of this version read it; undefined where it still means nothing, or did not come over a plain socket. */
export function readKept({ topic, payload, receivedAt }: KeptMessage): Decoded | undefined {
  const format = socketFormatOf(topic)
  if (!format) return undefined
  const { decoded } = protocols[format].read(payload, { receivedAt, utcOffsetMinutes: 0 })
  return decoded.rejects.length > 0 ? undefined : decoded
}

const CALLS_FOR_MS = 60 * 60_000

/** A call for help of more than an hour ago: by itself it rings for nobody. */
export const isOldCall = ({ events }: Decoded, now: number): boolean =>
  events.some(({ type, time }) => isUrgent(type) && now - time > CALLS_FOR_MS)
