import type { Client } from 'aedes'
import { UnknownVersion } from './connect.ts'
import { checkPacket } from './packets.ts'

const UNACCEPTABLE_VERSION = Buffer.from([0x20, 2, 0, 1])

/** Stands before the parser: cuts a connection at the header of a packet that declares too much, before a byte of its body is kept, and at a body that breaks the protocol. */
export function guardPackets(client: Client, limit: () => number): void {
  client.inspectPackets({
    header: ({ length }) => {
      if (length > limit()) throw new Error('packet too large')
    },
    payload: (header, bytes) => {
      try {
        checkPacket(header, bytes)
      } catch (error) {
        if (error instanceof UnknownVersion) client.conn.write(UNACCEPTABLE_VERSION)
        throw error
      }
    },
  })
}
