import type * as contract from '@carewatch/contracts/http/duty'
import type * as sheets from '@carewatch/contracts/http/shift-sheet'
import { duties } from '@carewatch/migrations/schema/escalation'
import type { CompanyFixture } from '../testing/fixtures.ts'
import type { Examples } from '../testing/example.ts'
import type { Harness } from '../testing/harness.ts'

const HOUR = 3_600_000
const soon = (hours: number): Date => new Date(Date.now() + hours * HOUR)

async function aDuty({ branch, people }: CompanyFixture, harness: Harness) {
  const values = { branchId: branch.id, userId: people.SUPERVISOR.id, fromAt: soon(1), toAt: soon(9) }
  const [duty] = await harness.db.insert(duties).values(values).returning({ uuid: duties.uuid })
  return duty?.uuid ?? ''
}

export const examples: Examples<typeof contract & typeof sheets> = {
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
  shiftSheet: { of: 'row', ask: ({ branch }) => ({ query: { branch: branch.uuid } }) },
  stopDuties: { of: 'row', ask: ({ branch }) => ({ body: { branchUUID: branch.uuid } }) },
  dutyNow: { of: 'list', ask: () => ({}) },
  endDuty: {
    of: 'row',
    ask: async (fixture, harness) => ({ params: { uuid: await aDuty(fixture, harness) } }),
  },
  handOverDuty: {
    of: 'row',
    ask: async (fixture, harness) => ({
      body: { dutyUUID: await aDuty(fixture, harness), userUUID: fixture.people.MANAGER.uuid },
    }),
  },
}
