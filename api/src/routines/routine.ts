import type { Input, Reply } from '@carewatch/contracts/http/endpoint'
import type {
  updateWearerRoutine as change,
  wearerRoutine as contract,
} from '@carewatch/contracts/http/routines'
import { Refusal } from '@carewatch/contracts/refusal'
import { noRoutine, type Routine } from '@carewatch/contracts/routines'
import { wearerRoutines } from '@carewatch/migrations/schema/wearers'
import type { Db } from '@carewatch/platform/database/client'
import { and, eq } from 'drizzle-orm'
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

const answer = (row: Row | undefined): Reply<typeof contract> => ({
  routine: row ? routineOf(row) : noRoutine,
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
    ...answer(await rowOf(db, wearer.id)),
    ownAccount: await readOwnAccount(db, viewer, wearer),
    mayBeYou: await mayBeYou(db, viewer, wearer),
  }
}

/** What is set anew holds from now on, and the clock looks at them at once. */
function columnsOf(next: Routine, before: Routine) {
  const now = new Date()
  const isDayNew = next.dayFrom !== before.dayFrom || next.dayTo !== before.dayTo
  return {
    ...next,
    ...((isDayNew || next.inactivityMinutes !== before.inactivityMinutes) && {
      inactivitySince: now,
      inactivityLookAt: now,
    }),
    ...(next.checkInBy !== before.checkInBy && { checkInSince: now, checkInLookAt: now }),
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
    const before = await rowOf(tx, wearerId)
    if (seenAt !== undefined && seenAt?.getTime() !== before?.updatedAt.getTime())
      throw new Refusal('conflict')
    const standing = answer(before).routine
    const saved = await save(tx, { wearerId, columns: columnsOf(next, standing), before })
    if (!saved) throw new Refusal('conflict')
    const detail = { facts: 'routine', fields: namesOfChanged(standing, next) }
    await audit(tx, caller, { action: 'updated', entity: 'wearer', uuid, companyId, detail })
    return answer(saved)
  })
}
