import type { Input, Reply } from '@carewatch/contracts/http/endpoint'
import type { setNickname as contract } from '@carewatch/contracts/http/nicknames'
import { Refusal } from '@carewatch/contracts/refusal'
import { wearerRelations, wearers } from '@carewatch/migrations/schema/wearers'
import type { Db } from '@carewatch/platform/database/client'
import { and, eq, isNull } from 'drizzle-orm'
import { audit } from '../access/audit.ts'
import type { Caller } from '../access/viewer.ts'
import { visibleWearers } from '../access/visible-wearers.ts'
import { wearerOf } from '../access/wearer-summary.ts'

/** A family's own name for somebody: it stands in their relation, and nobody else reads it. */
export async function setNickname(
  db: Db,
  caller: Caller,
  { body }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const isThey = and(eq(wearers.uuid, body.wearerUUID), visibleWearers(caller))
  await db.transaction(async (tx) => {
    const [wearer] = await tx.select().from(wearers).where(isThey)
    if (!wearer) throw new Refusal('notFound')
    const isOwn = and(eq(wearerRelations.wearerId, wearer.id), eq(wearerRelations.userId, caller.id))
    await tx
      .update(wearerRelations)
      .set({ nickname: body.nickname || null, updatedAt: new Date() })
      .where(and(isOwn, isNull(wearerRelations.until)))
    const { uuid, companyId } = wearer
    const detail = { fields: ['nickname'] }
    await audit(tx, caller, { action: 'updated', entity: 'wearer', uuid, companyId, detail })
  })
  const summary = wearerOf({ wearerId: wearers.id, companyId: wearers.companyId }, caller)
  const [row] = await db.select({ wearer: summary }).from(wearers).where(isThey)
  if (!row?.wearer) throw new Refusal('notFound')
  return { wearer: row.wearer }
}
