import { Refusal } from '@carewatch/contracts/refusal'
import { users } from '@carewatch/migrations/schema/people'
import type { Db } from '@carewatch/platform/database/client'
import { and, eq, isNull } from 'drizzle-orm'
import { audit } from '../access/audit.ts'
import type { Caller, Viewer } from '../access/viewer.ts'
import type { InvitationRow } from './hold.ts'
import { namesOfChanged, saveUser } from '../users/save.ts'
import { belongsElsewhere } from './elsewhere.ts'
import { presentSupervisorId } from './looked-after.ts'

/** With what it signs in by. */
type Person = typeof users.$inferSelect

export type Me = Person
/** `isNew`: the account was made for this yes. `email`: their address, wherever it is kept. */
export type Given = {
  caller: Caller
  me: Me
  isNew: boolean
  email: string
  row: InvitationRow
  asker: Viewer
}

const held = async (tx: Db, id: number): Promise<Person | undefined> => {
  const isThere = and(eq(users.id, id), isNull(users.deletedAt))
  return (await tx.select().from(users).where(isThere).for('no key update'))[0]
}

/**
 * The account that answers, and by whom it signs in, held until the transaction ends; whoever only names it does not wait. Of two answers of one person
 * at once, by whichever of their accounts, the second finds what the first made.
 */
export async function holdMe(tx: Db, { id, identityId }: Caller): Promise<{ me: Me; identity: Person }> {
  const first = await held(tx, identityId)
  const me = id === identityId ? first : await held(tx, id)
  // It was the first of two that were asked for at once, and signs in by another row since then.
  const isMoved = me !== undefined && me.identityId !== null && me.identityId !== first?.id
  const identity = isMoved ? await held(tx, me.identityId ?? 0) : first
  if (!me || !identity) throw new Refusal('unauthenticated')
  return { me, identity }
}

type Grown = {
  me: Me
  role: 'OWNER' | 'RELATIVE'
  companyId?: number | null
  supervisorId?: number | null
}

/** A plain account grows into the role. It comes to the company, and is looked after where it has nobody, unless it belongs to another house too: then it stays as it is. */
export async function grow(
  tx: Db,
  caller: Caller,
  { me, role, companyId = null, supervisorId = null }: Grown,
): Promise<void> {
  const isHere = companyId !== null && !(await belongsElsewhere(tx, me, companyId))
  const columns = {
    ...(me.role === 'USER' && { role }),
    ...(isHere && { companyId }),
    ...(isHere &&
      me.supervisorId === null && {
        supervisorId: await presentSupervisorId(tx, { supervisorId, companyId, meId: me.id }),
      }),
  }
  const fields = namesOfChanged(me, columns)
  if (fields.length === 0) return
  await saveUser(tx, me, { columns })
  const { uuid } = me
  await audit(tx, caller, {
    action: 'updated',
    entity: 'user',
    uuid,
    companyId: companyId ?? me.companyId,
    detail: { fields },
  })
}
