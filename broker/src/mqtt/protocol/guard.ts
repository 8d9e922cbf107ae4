import type { Client } from 'aedes'
import { UnknownVersion } from './connect.ts'
import { checkPacket, type Header } from './packets.ts'

/** What aedes' client keeps of mqtt-packet's parser; it offers no limit of its own and buffers whatever length a header declares. */
type Parser = {
  _parseLength: () => boolean
  _parsePayload: () => boolean
  _list: { length: number; slice: (from: number, to: number) => Buffer }
  packet: Header & { length: number }
}

const UNACCEPTABLE_VERSION = Buffer.from([0x20, 2, 0, 1])

/** Stands before the parser: cuts a connection at the header of a packet that declares too much, before a byte of its body is kept, and at a body that breaks the protocol. */
export function guardPackets(client: Client, limit: () => number): void {
  // Safe: these fields exist in aedes 1.2.0 and mqtt-packet 9.0.2, which the lockfile pins; tests send what must be cut.
  const { _parser: parser } = client as Client & { _parser: Parser }
  const parseLength = parser._parseLength.bind(parser)
  const parsePayload = parser._parsePayload.bind(parser)

  parser._parseLength = () => {
    const isParsed = parseLength()
    if (!isParsed || parser.packet.length <= limit()) return isParsed
    return cut(client, new Error('packet too large'))
  }
  parser._parsePayload = () => {
    const { packet, _list: received } = parser
    if (received.length < packet.length) return parsePayload()
    try {
      checkPacket(packet, received.slice(0, packet.length))
    } catch (error) {
      return cut(client, error)
    }
    return parsePayload()
  }
}

function cut(client: Client, fault: unknown): false {
  if (fault instanceof UnknownVersion) client.conn.write(UNACCEPTABLE_VERSION)
  client.emit('error', fault instanceof Error ? fault : new Error('bad packet'))
  return false
}
