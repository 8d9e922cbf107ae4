import type { Reply } from '@carewatch/contracts/http/endpoint'
import type { ownCheckIn as contract } from '@carewatch/contracts/http/routines'
import { Refusal } from '@carewatch/contracts/refusal'
import { wearerRelations, wearerRoutines, wearers } from '@carewatch/migrations/schema/wearers'
import type { Db } from '@carewatch/platform/database/client'
import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import { audit } from '../access/audit.ts'
import { isResponsible } from '../access/responsible.ts'
import type { Caller, Viewer } from '../access/viewer.ts'

/** The person that the viewer is themselves, and is responsible for as they say it, where they are asked. */
async function findAsked(db: Db, { id }: Pick<Viewer, 'id'>) {
  const [asked] = await db
    .select({ wearer: wearers, routine: wearerRoutines })
    .from(wearers)
    .innerJoin(wearerRoutines, eq(wearerRoutines.wearerId, wearers.id))
    .innerJoin(
      wearerRelations,
      and(eq(wearerRelations.wearerId, wearers.id), eq(wearerRelations.userId, id), isResponsible),
    )
    .where(and(eq(wearers.userId, id), isNull(wearers.deletedAt), isNotNull(wearerRoutines.checkInBy)))
  return asked
}

type Routine = typeof wearerRoutines.$inferSelect
const answer = (routine: Routine | undefined): Reply<typeof contract> => ({
  checkIn: routine?.checkInBy ? { by: routine.checkInBy, checkedInAt: routine.checkedInAt } : null,
})

export async function readOwnCheckIn(db: Db, viewer: Viewer): Promise<Reply<typeof contract>> {
  return answer((await findAsked(db, viewer))?.routine)
}

/** They are well; the clock looks at them at once, whose alarm may be over. */
export function checkIn(db: Db, caller: Caller): Promise<Reply<typeof contract>> {
  return db.transaction(async (tx) => {
    const asked = await findAsked(tx, caller)
    if (!asked) throw new Refusal('notFound')
    const { id, uuid, companyId } = asked.wearer
    const now = new Date()
    const [routine] = await tx
      .update(wearerRoutines)
      .set({ checkedInAt: now, checkInLookAt: now })
      .where(eq(wearerRoutines.wearerId, id))
      .returning()
    const detail = { facts: 'checkIn' }
    await audit(tx, caller, { action: 'updated', entity: 'wearer', uuid, companyId, detail })
    return answer(routine)
  })
}
