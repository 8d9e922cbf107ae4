import type * as contract from '@carewatch/contracts/http/routines'
import { noRoutine } from '@carewatch/contracts/routines'
import type { Examples } from '../testing/example.ts'

export const examples: Examples<typeof contract> = {
  ownCheckIn: { of: 'self', ask: () => ({}) },
  // Nobody who signs in in the tests is asked.
  checkIn: { of: 'self', ask: () => ({}), status: 404 },
  // To take back what nobody said changes nothing, and leaves its trace.
  setOwnAccount: {
    of: 'row',
    ask: ({ wearer }) => ({ params: { uuid: wearer.uuid }, body: { isYou: false } }),
  },
  wearerRoutine: { of: 'row', ask: ({ wearer }) => ({ params: { uuid: wearer.uuid } }) },
  tryRoutine: {
    of: 'row',
    traceless: true,
    ask: ({ wearer }) => ({
      params: { uuid: wearer.uuid },
      body: { inactivityMinutes: 240, dayFrom: '07:00', dayTo: '22:00' },
    }),
  },
  tryCheckIn: {
    of: 'row',
    traceless: true,
    ask: ({ wearer }) => ({ params: { uuid: wearer.uuid }, body: { checkInBy: '10:00' } }),
  },
  tryBranchRoutine: {
    of: 'row',
    traceless: true,
    ask: ({ branch }) => ({ params: { uuid: branch.uuid }, body: { checkInBy: '10:00' } }),
  },
  tryCompanyRoutine: {
    of: 'row',
    traceless: true,
    ask: ({ company }) => ({ params: { uuid: company.uuid }, body: { checkInBy: '10:00' } }),
  },
  updateWearerRoutine: {
    of: 'row',
    ask: ({ wearer }) => ({
      params: { uuid: wearer.uuid },
      body: { ...noRoutine, inactivityMinutes: 240 },
    }),
  },
}
