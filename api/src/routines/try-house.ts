import type { Input, Reply } from '@carewatch/contracts/http/endpoint'
import {
  TRY_PEOPLE_MAX,
  type tryBranchRoutine,
  type tryCompanyRoutine,
} from '@carewatch/contracts/http/routines'
import { devices } from '@carewatch/migrations/schema/devices'
import { branches } from '@carewatch/migrations/schema/people'
import { assignments, wearerRoutines, wearers } from '@carewatch/migrations/schema/wearers'
import type { Db } from '@carewatch/platform/database/client'
import { and, eq, exists, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { Caller } from '../access/viewer.ts'
import { isPresent } from '../access/worn.ts'
import { getVisibleBranch } from '../branches/find.ts'
import { getVisibleCompany } from '../companies/find.ts'
import { fortnight, type Needed, oneEach, triedCheckIn, triedInactivity } from './try.ts'

type Body = Input<typeof tryBranchRoutine>['body']
type Tried = Reply<typeof tryBranchRoutine>
type OfMany = NonNullable<Tried['inactivity']>
type Person = { id: number; inactivity: boolean; checkIn: boolean; people: number }

const inherits = (
  from: typeof wearerRoutines.inactivityFrom | typeof wearerRoutines.checkInFrom,
): SQL<boolean> => sql<boolean>`${from} is distinct from 'PERSON'`

/** Who is here, wears something, and would be told of: nothing is said of them by name, nor, to a company, by their branch. Drawn evenly, and the same each time. */
async function peopleOf(db: Db, isTheirs: SQL, { isCompany, body }: { isCompany: boolean; body: Body }) {
  const unlessBranch = (part: 'inactivity' | 'checkInBy'): SQL =>
    isCompany ? sql`and not coalesce(${branches.routine} ? ${part}, false)` : sql``
  const inactivity = sql<boolean>`${body.inactivity ? sql`true` : sql`false`} and ${inherits(wearerRoutines.inactivityFrom)} ${unlessBranch('inactivity')}`
  const checkIn = sql<boolean>`${body.checkInBy ? sql`true` : sql`false`} and ${inherits(wearerRoutines.checkInFrom)} ${unlessBranch('checkInBy')}`
  const worn = db
    .select({ id: assignments.id })
    .from(assignments)
    .innerJoin(devices, eq(devices.id, assignments.deviceId))
    .where(
      and(
        eq(assignments.wearerId, wearers.id),
        isPresent,
        eq(devices.isActive, true),
        isNull(devices.deletedAt),
      ),
    )
  return db
    .select({ id: wearers.id, inactivity, checkIn, people: sql<number>`(count(*) over ())::int` })
    .from(wearers)
    .leftJoin(wearerRoutines, eq(wearerRoutines.wearerId, wearers.id))
    .leftJoin(branches, eq(branches.id, wearers.branchId))
    .where(
      and(
        isTheirs,
        eq(wearers.status, 'ACTIVE'),
        isNull(wearers.deletedAt),
        exists(worn),
        or(inactivity, checkIn),
      ),
    )
    .orderBy(sql`md5(${wearers.uuid}::text)`)
    .limit(TRY_PEOPLE_MAX)
}

const added = (
  sum: OfMany,
  { total, markedFalse, signs }: { total: number; markedFalse: number; signs: number },
): OfMany => ({
  total: sum.total + total,
  markedFalse: sum.markedFalse + markedFalse,
  people: sum.people + (total > 0 ? 1 : 0),
  known: sum.known + (signs > 0 ? 1 : 0),
})
const none: OfMany = { total: 0, markedFalse: 0, people: 0, known: 0 }

async function tried(
  needed: Needed,
  people: readonly Person[],
  { inactivity, checkInBy }: Body,
): Promise<Tried> {
  const time = fortnight()
  let [still, missed] = [none, none]
  for (const person of people) {
    const asked = { wearerId: person.id, ...time }
    if (inactivity && person.inactivity) {
      const found = await triedInactivity(needed, asked, inactivity)
      // Where nothing was ever heard nothing can be known of them, and the clock would tell nothing.
      if (found.signs > 0) still = added(still, found)
    }
    if (checkInBy && person.checkIn) missed = added(missed, await triedCheckIn(needed, asked, { checkInBy }))
  }
  return {
    ...time,
    tried: people.length,
    people: people[0]?.people ?? 0,
    inactivity: inactivity ? still : null,
    checkIn: checkInBy ? missed : null,
  }
}

export async function tryOfBranch(
  needed: Needed,
  caller: Caller,
  { params, body }: Input<typeof tryBranchRoutine>,
): Promise<Tried> {
  const { id } = await getVisibleBranch(needed.db, caller, params.uuid)
  const people = await peopleOf(needed.db, eq(wearers.branchId, id), { isCompany: false, body })
  return oneEach(caller.id, () => tried(needed, people, body))
}

export async function tryOfCompany(
  needed: Needed,
  caller: Caller,
  { params, body }: Input<typeof tryCompanyRoutine>,
): Promise<Tried> {
  const { id } = await getVisibleCompany(needed.db, caller, params.uuid)
  const people = await peopleOf(needed.db, eq(wearers.companyId, id), { isCompany: true, body })
  return oneEach(caller.id, () => tried(needed, people, body))
}
