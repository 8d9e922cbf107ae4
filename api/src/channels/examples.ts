import type * as contract from '@carewatch/contracts/http/channels'
import type { Examples } from '../testing/example.ts'

export const examples: Examples<typeof contract> = {
  ownChannels: { of: 'self', ask: () => ({}) },
  // No engine runs beside these tests, so no channel is set up.
  testChannel: { of: 'self', ask: () => ({ body: { channel: 'EMAIL' } }), status: 409, traceless: true },
  connectTelegram: { of: 'self', ask: () => ({}), status: 409 },
}
