import type * as contract from '@carewatch/contracts/http/branches'
import { createBranch } from '@carewatch/migrations/factories'
import type { Examples } from '../testing/example.ts'

export const examples: Examples<typeof contract> = {
  allBranches: { of: 'list', ask: () => ({}) },
  branchDetails: { of: 'row', ask: ({ branch }) => ({ params: { uuid: branch.uuid } }) },
  newBranch: {
    of: 'row',
    ask: ({ company, people }) => ({
      body: {
        name: 'Sea View',
        code: `SV-${crypto.randomUUID().slice(0, 18)}`,
        companyId: company.uuid,
        timeZone: 'Europe/Riga',
        roomStatuses: ['Free', 'Cleaning'],
        nurses: [people.SUPERVISOR.uuid],
      },
    }),
  },
  updateBranch: {
    of: 'row',
    ask: ({ branch, people }) => ({
      params: { uuid: branch.uuid },
      body: { name: 'Sea View', timeZone: 'Europe/Sofia', nurses: [people.SUPERVISOR.uuid] },
    }),
  },
  branchStatusChange: {
    of: 'row',
    ask: async ({ company }, { db }) => ({
      body: { uuid: (await createBranch(db, company.id)).uuid, isActive: false },
    }),
  },
  deleteBranch: {
    of: 'row',
    ask: async ({ company }, { db }) => ({ params: { uuid: (await createBranch(db, company.id)).uuid } }),
  },
}
