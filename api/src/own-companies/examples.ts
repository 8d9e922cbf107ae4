import type * as contract from '@carewatch/contracts/http/own-companies'
import { roles } from '@carewatch/contracts/roles'
import type { Examples } from '../testing/example.ts'

export const examples: Examples<typeof contract> = {
  ownCompanies: { of: 'self', ask: () => ({}) },
  /** The account one has is there for its person alone. */
  switchCompany: {
    of: 'row',
    ask: ({ people }) => ({ body: { accountUuid: people.OWNER.uuid } }),
    notFor: roles.filter((role) => role !== 'OWNER'),
  },
  // A wrong password: the house's people stay.
  leaveCompany: { of: 'self', ask: () => ({ body: { password: 'not theirs' } }), status: 400 },
}
