import type { Input, Reply } from '@carewatch/contracts/http/endpoint'
import type {
  updateWearerRoutine as change,
  wearerRoutine as contract,
} from '@carewatch/contracts/http/routines'
import { Refusal } from '@carewatch/contracts/refusal'
import { noRoutine, type Routine, type RoutineSource } from '@carewatch/contracts/routines'
import { wearerRoutines } from '@carewatch/migrations/schema/wearers'
import type { Db } from '@carewatch/platform/database/client'
import { and, eq, sql } from 'drizzle-orm'
import { audit } from '../access/audit.ts'
import type { Caller, Viewer } from '../access/viewer.ts'
import { mayBeYou, readOwnAccount } from './own-account.ts'
import { getVisibleWearer } from '../access/visible-wearer.ts'
import { changedAfter, namesOfChanged } from '../http/changed.ts'

type Row = typeof wearerRoutines.$inferSelect

const routineOf = ({ inactivityMinutes, dayFrom, dayTo, checkInBy }: Row): Routine => ({
  inactivityMinutes,
  dayFrom,
  dayTo,
  checkInBy,
})

async function rowOf(db: Db, wearerId: number): Promise<Row | undefined> {
  const [row] = await db.select().from(wearerRoutines).where(eq(wearerRoutines.wearerId, wearerId))
  return row
}

type Inherited = NonNullable<Reply<typeof contract>['inherited']>
type InheritedRow = {
  inactivity_minutes: number | null
  day_from: string
  day_to: string
  check_in_by: string | null
  inactivity_from: RoutineSource
  check_in_from: RoutineSource
}

/** What counts for them where nothing is said of them by name. */
async function inheritedOf(db: Db, wearerId: number): Promise<Inherited> {
  const { rows } = await db.execute<{ found: InheritedRow }>(
    sql`select to_jsonb(of_all) as found from house_routines(array[${wearerId}::integer]) of_all`,
  )
  const found = rows[0]?.found
  if (!found) return { routine: noRoutine, from: { inactivity: 'NOBODY', checkIn: 'NOBODY' } }
  const { day_from: dayFrom, day_to: dayTo, check_in_by: checkInBy } = found
  return {
    routine: { inactivityMinutes: found.inactivity_minutes, dayFrom, dayTo, checkInBy },
    from: { inactivity: found.inactivity_from, checkIn: found.check_in_from },
  }
}

const answer = (row: Row | undefined, inherited: Inherited): Reply<typeof contract> => ({
  routine: row ? routineOf(row) : noRoutine,
  from: {
    inactivity: row?.inactivityFrom ?? 'NOBODY',
    checkIn: row?.checkInFrom ?? 'NOBODY',
  },
  inherited,
  checkedInAt: row?.checkedInAt ?? null,
  updatedAt: row?.updatedAt ?? null,
})

export async function readRoutine(
  db: Db,
  viewer: Viewer,
  { params }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const wearer = await getVisibleWearer(db, viewer, params.uuid)
  return {
    ...answer(await rowOf(db, wearer.id), await inheritedOf(db, wearer.id)),
    ownAccount: await readOwnAccount(db, viewer, wearer),
    mayBeYou: await mayBeYou(db, viewer, wearer),
  }
}

type Set = Omit<Input<typeof change>['body'], 'updatedAt'>

/** What is set anew holds from now on, and the clock looks at them at once; what is said by their house is written by the database. */
function columnsOf({ asHouse, ...next }: Set, before: Row | undefined) {
  const now = new Date()
  const { inactivityMinutes, dayFrom, dayTo, checkInBy } = next
  const { inactivityMinutes: minutes, dayFrom: from, dayTo: to, checkInBy: by } = before ?? noRoutine
  const isDayNew = dayFrom !== from || dayTo !== to || inactivityMinutes !== minutes
  const inactivity = {
    inactivityMinutes,
    dayFrom,
    dayTo,
    inactivityFrom: 'PERSON' as const,
    ...(isDayNew && { inactivitySince: now, inactivityLookAt: now }),
  }
  const checkIn = {
    checkInBy,
    checkInFrom: 'PERSON' as const,
    ...(checkInBy !== by && { checkInSince: now, checkInLookAt: now }),
  }
  return {
    ...(asHouse?.inactivity ? { inactivityFrom: 'NOBODY' as const } : inactivity),
    ...(asHouse?.checkIn ? { checkInFrom: 'NOBODY' as const } : checkIn),
  }
}

type Saving = { wearerId: number; columns: ReturnType<typeof columnsOf>; before: Row | undefined }

const save = async (tx: Db, { wearerId, columns, before }: Saving): Promise<Row | undefined> => {
  const [saved] = before
    ? await tx
        .update(wearerRoutines)
        .set({ ...columns, updatedAt: changedAfter(wearerRoutines.updatedAt) })
        .where(and(eq(wearerRoutines.wearerId, wearerId), eq(wearerRoutines.updatedAt, before.updatedAt)))
        .returning()
    : await tx
        .insert(wearerRoutines)
        .values({ ...columns, wearerId })
        .onConflictDoNothing()
        .returning()
  return saved
}

/** Of two who write at once, the second hears of it. */
export function updateRoutine(
  db: Db,
  caller: Caller,
  { params, body: { updatedAt: seenAt, ...next } }: Input<typeof change>,
): Promise<Reply<typeof change>> {
  return db.transaction(async (tx) => {
    const { id: wearerId, uuid, companyId } = await getVisibleWearer(tx, caller, params.uuid)
    // Before their own row: whoever changes what their house says takes it first, too.
    await tx.execute(sql`select hold_houses(array[${wearerId}::integer])`)
    const before = await rowOf(tx, wearerId)
    if (seenAt !== undefined && seenAt?.getTime() !== before?.updatedAt.getTime())
      throw new Refusal('conflict')
    const saved = await save(tx, { wearerId, columns: columnsOf(next, before), before })
    if (!saved) throw new Refusal('conflict')
    await tx.execute(sql`select inherit_routines(array[${wearerId}::integer])`)
    const inherited = await inheritedOf(tx, wearerId)
    const [was, is] = [answer(before, inherited), answer(await rowOf(tx, wearerId), inherited)]
    const fields = [
      ...namesOfChanged(was.routine, is.routine),
      ...namesOfChanged(was.from ?? {}, is.from ?? {}),
    ]
    const detail = { facts: 'routine', fields }
    await audit(tx, caller, { action: 'updated', entity: 'wearer', uuid, companyId, detail })
    return is
  })
}
