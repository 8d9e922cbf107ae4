import type * as contract from '@carewatch/contracts/http/duty'
import { duties } from '@carewatch/migrations/schema/escalation'
import type { House } from '../testing/house.ts'
import type { Samples } from '../testing/sample.ts'
import type { Stand } from '../testing/stand.ts'

const HOUR = 3_600_000
const soon = (hours: number): Date => new Date(Date.now() + hours * HOUR)

async function aDuty({ branch, people }: House, stand: Stand) {
  const values = { branchId: branch.id, userId: people.SUPERVISOR.id, fromAt: soon(1), toAt: soon(9) }
  const [duty] = await stand.db.insert(duties).values(values).returning({ uuid: duties.uuid })
  return duty?.uuid ?? ''
}

export const samples: Samples<typeof contract> = {
  duties: { of: 'row', ask: ({ branch }) => ({ query: { branch: branch.uuid } }) },
  newDuty: {
    of: 'row',
    ask: ({ branch, people }) => ({
      body: {
        branchUUID: branch.uuid,
        userUUID: people.SUPERVISOR.uuid,
        from: soon(0).toISOString(),
        to: soon(8).toISOString(),
      },
    }),
  },
  stopDuties: { of: 'row', ask: ({ branch }) => ({ body: { branchUUID: branch.uuid } }) },
  dutyNow: { of: 'list', ask: () => ({}) },
  endDuty: {
    of: 'row',
    ask: async (house, stand) => ({ params: { uuid: await aDuty(house, stand) } }),
  },
  handOverDuty: {
    of: 'row',
    ask: async (house, stand) => ({
      body: { dutyUUID: await aDuty(house, stand), userUUID: house.people.MANAGER.uuid },
    }),
  },
}
