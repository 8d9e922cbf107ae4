import type * as contract from '@carewatch/contracts/http/push'
import type { Examples } from '../testing/example.ts'

const endpoint = 'https://fcm.googleapis.com/fcm/send/a-browser-of-the-tests'
const keys = { p256dh: 'B'.repeat(87), auth: 'A'.repeat(22) }

export const examples: Examples<typeof contract> = {
  // Without keys of its own, as in these tests, the portal pushes nothing.
  subscribePush: { of: 'self', ask: () => ({ body: { endpoint, keys } }), status: 409 },
  unsubscribePush: { of: 'self', ask: () => ({ body: { endpoint } }) },
  // Nobody's message: nothing is said of whether it is known.
  pushReceipt: {
    of: 'anyone',
    ask: () => ({ body: { delivery: '0192f0a0-0000-7000-8000-00000000dead', state: 'shown' } }),
    traceless: true,
  },
  testPush: { of: 'self', ask: () => ({}), status: 409, traceless: true },
}
