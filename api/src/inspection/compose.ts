import type { MonthlyPack } from '@carewatch/contracts/http/monthly-packs'
import { companies } from '@carewatch/migrations/schema/people'
import type { Db } from '@carewatch/platform/database/client'
import { eq } from 'drizzle-orm'
import { type Caller, fullName } from '../access/viewer.ts'
import { visibleAlarms } from '../access/visible-lives.ts'
import { type BranchRow, getVisibleBranch } from '../branches/find.ts'
import { readAnswering } from '../figures/answering.ts'
import { countedOf } from '../figures/counted.ts'
import { countDevices } from '../figures/read.ts'
import { InvalidFields } from '../http/invalid-fields.ts'
import { offsetMinutes } from '../http/offset.ts'
import { knownZone } from '../http/zone.ts'
import { readChanges } from './changes.ts'
import {
  countErased,
  countIncidents,
  countLooks,
  countRehearsals,
  countResidents,
  readKinds,
} from './counts.ts'
import { type Making, readCalls, readSilences, readUnanswered, readUnreached } from './lists.ts'
import { monthOf } from './month.ts'

export type Asked = { branch: string; month: string; names: boolean }
/** A pack, of which branch it is, and whom it names. */
export type Made = { pack: MonthlyPack; branch: BranchRow; wearerUuids: string[]; userIds: number[] }

async function nameOfCompany(db: Db, { companyId }: BranchRow): Promise<string | null> {
  const [company] = await db
    .select({ name: companies.name })
    .from(companies)
    .where(eq(companies.id, companyId))
  return company?.name ?? null
}

/** One after the other: within a transaction there is one connection, and nobody waits who has a watch to hear. */
async function readParts(making: Making, of: { branch: BranchRow; from: Date; to: Date; names: boolean }) {
  const { db, viewer } = making
  return {
    calls: await readCalls(making),
    unanswered: await readUnanswered(making),
    unreached: await readUnreached(making),
    silences: await readSilences(making),
    changes: await readChanges(db, viewer, of),
  }
}
type Parts = Awaited<ReturnType<typeof readParts>>

function namedIn({ calls, unanswered, unreached, silences, changes }: Parts, caller: Caller) {
  const alarmed = [calls, unanswered, unreached, silences].flatMap(({ found }) => found)
  const people = [...alarmed.flatMap(({ wearer }) => wearer ?? []), ...changes.wearers]
  const userIds = [caller.id, ...calls.userIds, ...changes.userIds].filter((id) => id !== null)
  return {
    wearerUuids: [...new Set(people.map(({ uuid }) => uuid))],
    userIds: [...new Set(userIds)],
  }
}

const rowsOf = ({ calls, unanswered, unreached, silences, changes }: Parts) => ({
  calls: calls.rows,
  unanswered: unanswered.rows,
  unreached: unreached.rows,
  silences: silences.rows,
  changes: changes.rows,
  all: {
    calls: calls.all,
    unanswered: unanswered.all,
    unreached: unreached.all,
    silences: silences.all,
    changes: changes.all,
  },
})

async function readFigures({ db, viewer, counted }: Making, branch: BranchRow) {
  const { every, overall, shifts } = await readAnswering(db, counted)
  const kinds = await readKinds(db, counted)
  const of = { branch, from: counted.from, to: counted.to }
  return {
    residents: await countResidents(db, viewer, of),
    watches: await countDevices(db, viewer, counted),
    alarms: every,
    incidents: await countIncidents(db, counted),
    answering: overall,
    shifts: shifts.map(({ branch: _branch, ...row }) => row),
    kinds,
    tests: kinds
      .flatMap(({ causes }) => causes)
      .reduce((sum, { cause, n }) => (cause === 'TEST' ? sum + n : sum), 0),
    rehearsals: await countRehearsals(db, counted, visibleAlarms(viewer)),
    looks: await countLooks(db, viewer, of),
    erased: await countErased(db, of),
  }
}

/** What a branch shows an inspector of one month, counted by the words that the figures count by. */
export async function composePack(db: Db, caller: Caller, asked: Asked): Promise<Made> {
  const branch = await getVisibleBranch(db, caller, asked.branch)
  const [madeAt, zone] = [new Date(), knownZone(branch.timeZone)]
  const { from, to: end } = monthOf(asked.month, zone)
  if (from >= madeAt) throw new InvalidFields({ month: 'invalid' })
  const isOpen = end > madeAt
  const to = isOpen ? madeAt : end
  const { names } = asked
  const counted = await countedOf(db, caller, { branch: branch.uuid, from, to })
  const making = { db, viewer: caller, counted, names }
  const parts = await readParts(making, { branch, from, to, names })
  const pack = {
    branch: { uuid: branch.uuid, name: branch.name },
    company: await nameOfCompany(db, branch),
    zone,
    offsetMinutes: offsetMinutes(zone, from),
    month: asked.month,
    from,
    to,
    isOpen,
    names,
    ...(await readFigures(making, branch)),
    ...rowsOf(parts),
    madeFor: { name: fullName(caller), role: caller.role },
    madeAt,
  }
  return { pack, branch, ...namedIn(parts, caller) }
}
