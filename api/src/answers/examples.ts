import type * as contract from '@carewatch/contracts/http/invitations'
import { roles } from '@carewatch/contracts/roles'
import type { Examples } from '../testing/example.ts'
import { addInvitation } from '../testing/invitations.ts'

/** An invitation is there for the account it went to. */
const others = roles.filter((role) => role !== 'RELATIVE')

export const examples: Examples<typeof contract> = {
  myInvitations: { of: 'list', ask: () => ({}) },
  sentInvitations: { of: 'list', ask: () => ({}) },
  acceptInvitation: {
    of: 'row',
    notFor: others,
    ask: async (fixture, harness) => ({ body: { uuid: (await addInvitation(harness, fixture)).uuid } }),
  },
  refuseInvitation: {
    of: 'row',
    notFor: others,
    ask: async (fixture, harness) => ({ body: { uuid: (await addInvitation(harness, fixture)).uuid } }),
  },
  withdrawInvitation: {
    of: 'row',
    ask: async (fixture, harness) => ({ body: { uuid: (await addInvitation(harness, fixture)).uuid } }),
  },
  claimInvitation: {
    of: 'self',
    refusedTo: others,
    ask: async (fixture, harness) => ({ body: { token: (await addInvitation(harness, fixture)).token } }),
  },
}
