import type { setOwnAccount as contract } from '@carewatch/contracts/http/routines'
import type { Input, Reply } from '@carewatch/contracts/http/endpoint'
import { Refusal } from '@carewatch/contracts/refusal'
import { wearerRelations, wearers } from '@carewatch/migrations/schema/wearers'
import type { Db } from '@carewatch/platform/database/client'
import { and, eq, isNull } from 'drizzle-orm'
import { audit } from '../access/audit.ts'
import { nameBy } from '../access/name-of.ts'
import { isResponsible } from '../access/responsible.ts'
import { type Caller, fullName, type Viewer } from '../access/viewer.ts'
import { getVisibleWearer } from '../access/visible-wearer.ts'

type Own = Reply<typeof contract>['ownAccount']
type Wearer = { id: number; userId: number | null }

export async function readOwnAccount(db: Db, viewer: Viewer, { id, userId }: Wearer): Promise<Own> {
  if (userId === null) return null
  const [row] = await db
    .select({ name: nameBy(wearers.userId) })
    .from(wearers)
    .where(eq(wearers.id, id))
  return row?.name ? { name: fullName(row.name), isYours: userId === viewer.id } : null
}

/** Nobody says it of another: it is for whoever is responsible for this person, has no person yet, and the person no account. */
export async function mayBeYou(db: Db, { id: userId }: Viewer, wearer: Wearer): Promise<boolean> {
  if (wearer.userId !== null) return false
  const [found] = await db
    .select({ id: wearerRelations.wearerId })
    .from(wearerRelations)
    .where(and(eq(wearerRelations.userId, userId), eq(wearerRelations.wearerId, wearer.id), isResponsible))
  const [own] = await db
    .select({ id: wearers.id })
    .from(wearers)
    .where(and(eq(wearers.userId, userId), isNull(wearers.deletedAt)))
  return found !== undefined && own === undefined
}

export function setOwnAccount(
  db: Db,
  caller: Caller,
  { params, body: { isYou } }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  return db.transaction(async (tx) => {
    const { id, uuid, companyId, userId } = await getVisibleWearer(tx, caller, params.uuid)
    if (isYou && !(await mayBeYou(tx, caller, { id, userId }))) throw new Refusal('conflict')
    const next = isYou ? caller.id : null
    const isAsRead = userId === null ? isNull(wearers.userId) : eq(wearers.userId, userId)
    const saved = await tx
      .update(wearers)
      .set({ userId: next })
      .where(and(eq(wearers.id, id), isAsRead))
      .returning({ id: wearers.id })
    if (saved.length === 0) throw new Refusal('conflict')
    const detail = { facts: 'ownAccount', isSet: isYou }
    await audit(tx, caller, { action: 'updated', entity: 'wearer', uuid, companyId, detail })
    return { ownAccount: await readOwnAccount(tx, caller, { id, userId: next }) }
  })
}
