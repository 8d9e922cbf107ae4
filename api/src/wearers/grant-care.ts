import type { Input, Reply } from '@carewatch/contracts/http/endpoint'
import type { grantCare as contract } from '@carewatch/contracts/http/wearers'
import { Refusal } from '@carewatch/contracts/refusal'
import type { Db } from '@carewatch/platform/database/client'
import { users } from '@carewatch/migrations/schema/people'
import { wearerRelations } from '@carewatch/migrations/schema/wearers'
import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { audit } from '../access/audit.ts'
import type { Caller } from '../access/viewer.ts'
import { relativesOf } from './care.ts'
import { getVisibleWearer } from '../access/visible-wearer.ts'

/** A relative of this person reads the care facts from now on, or no longer. */
export function grantCare(
  db: Db,
  caller: Caller,
  { params, body }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const { userUUID, maySeeCare } = body
  return db.transaction(async (tx) => {
    const wearer = await getVisibleWearer(tx, caller, params.uuid)
    const isThey = inArray(
      wearerRelations.userId,
      tx.select({ id: users.id }).from(users).where(eq(users.uuid, userUUID)),
    )
    const isRelative = and(eq(wearerRelations.kind, 'RELATIVE'), isNull(wearerRelations.until))
    const changed = await tx
      .update(wearerRelations)
      .set({ maySeeCare, updatedAt: sql`now()` })
      .where(and(eq(wearerRelations.wearerId, wearer.id), isThey, isRelative))
      .returning({ id: wearerRelations.id })
    if (changed.length === 0) throw new Refusal('notFound')
    const { uuid, companyId } = wearer
    const detail = { fields: ['maySeeCare'], relative: userUUID, maySeeCare }
    await audit(tx, caller, { action: 'updated', entity: 'wearer', uuid, companyId, detail })
    return { relatives: await relativesOf(tx, wearer.id) }
  })
}
