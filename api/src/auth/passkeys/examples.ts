import type * as contract from '@carewatch/contracts/http/passkeys'
import { roles } from '@carewatch/contracts/roles'
import { createPasskey, TEST_PASSWORD } from '@carewatch/migrations/factories'
import type { Examples } from '../../testing/example.ts'

/** Signed by no machine that anybody knows. */
const nobodys = { id: 'bm9ib2R5', clientDataJSON: 'e30', authenticatorData: 'AA', signature: 'AA' }

export const examples: Examples<typeof contract> = {
  ownPasskeys: { of: 'self', ask: () => ({}) },
  beginPasskey: { of: 'self', ask: () => ({ body: { password: TEST_PASSWORD } }), traceless: true },
  newPasskey: {
    of: 'self',
    ask: () => ({
      body: {
        name: 'Telephone',
        passkey: { id: 'bm9ib2R5', clientDataJSON: 'e30', attestationObject: 'AA', transports: [] },
      },
    }),
    status: 400,
  },
  removePasskey: {
    of: 'row',
    ask: async ({ people }, { db }) => {
      const { uuid } = await createPasskey(db, people.OWNER.id)
      return { params: { uuid }, body: { password: TEST_PASSWORD } }
    },
    notFor: roles.filter((role) => role !== 'OWNER'),
  },
  askForPasskey: { of: 'anyone', ask: () => ({ body: {} }), traceless: true },
  loginByPasskey: { of: 'anyone', ask: () => ({ body: { passkey: nobodys } }), status: 401 },
}
