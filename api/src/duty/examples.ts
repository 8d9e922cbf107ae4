import type * as contract from '@carewatch/contracts/http/duty'
import * as sheets from '@carewatch/contracts/http/shift-sheet'
import type { ShiftSheet } from '@carewatch/contracts/http/shift-sheet'
import { branchPapers } from '@carewatch/migrations/schema/branch-papers'
import { duties } from '@carewatch/migrations/schema/escalation'
import { hashOf, numberOf, textOf } from '../papers/seal.ts'
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

/** The sheet of a shift that is over, as it is kept. */
async function aSheet({ branch }: CompanyFixture, { db }: Harness) {
  const times = { fromAt: soon(-16), toAt: soon(-8), issuedAt: soon(-8) }
  const place = { branchId: branch.id, companyId: branch.companyId }
  const sheet: ShiftSheet = {
    branch: { uuid: branch.uuid, name: branch.name },
    zone: 'UTC',
    offsetMinutes: 0,
    from: times.fromAt,
    to: times.toAt,
    madeAt: times.issuedAt,
    duties: [],
    people: [],
    others: 1,
    places: [],
    tasks: [],
    isCut: false,
  }
  const content = textOf(sheets.ShiftSheet, sheet)
  const hash = hashOf(content)
  const values = { ...times, ...place, number: numberOf(hash), hash, content, wasOpen: false } as const
  const [paper] = await db
    .insert(branchPapers)
    .values({ ...values, kind: 'SHIFT_SHEET' })
    .returning({ uuid: branchPapers.uuid })
  return paper?.uuid ?? ''
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
  shiftSheets: { of: 'row', ask: ({ branch }) => ({ query: { branch: branch.uuid } }) },
  keptShiftSheet: {
    of: 'row',
    ask: async (fixture, harness) => ({ params: { uuid: await aSheet(fixture, harness) } }),
  },
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
