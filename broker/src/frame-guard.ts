import type { Client } from 'aedes'

/** What aedes' client keeps of mqtt-packet's parser; it offers no limit of its own and buffers whatever length a header declares. */
type Guarded = Client & {
  _parser: { _parseLength: () => boolean; packet?: { length: number } }
}

/** Cuts a connection at the header of a packet that declares too much, before a byte of its body is kept. */
export function guardFrames(client: Client, limit: () => number): void {
  // Safe: these fields exist in aedes 1.2.0, which package.json pins; a test sends an oversized packet.
  const { _parser: parser } = client as Guarded
  const parseLength = parser._parseLength
  parser._parseLength = function guarded(this: Guarded['_parser']) {
    const isParsed = parseLength.call(this)
    if (!isParsed || !this.packet || this.packet.length <= limit()) return isParsed
    client.emit('error', new Error('packet too large'))
    return false
  }
}
