import { MAX_CONNECT_BYTES, MAX_PACKET_BYTES } from '../auth/permission.ts'
import type { Policy } from '../mqtt/policy.ts'

const REFUSED = 'test/nosubscribe'

/** Everybody may do everything, but for the one subscription that conformance suites want refused. */
export const openPolicy: Policy = {
  identify: ({ clientId }) => clientId,
  authenticate: async () => {},
  receive: async () => {},
  maySubscribe: (_client, { topic }) => topic !== REFUSED,
  mayForward: () => true,
  isRouted: () => true,
  nameOf: ({ id }) => id,
  maxBytes: (client) => (client.connected ? MAX_PACKET_BYTES.service : MAX_CONNECT_BYTES),
}
