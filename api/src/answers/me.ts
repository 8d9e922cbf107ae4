import { Refusal } from '@carewatch/contracts/refusal'
import { users } from '@carewatch/migrations/schema/people'
import type { Db } from '@carewatch/platform/database/client'
import { and, eq, isNull } from 'drizzle-orm'
import { audit } from '../access/audit.ts'
import type { Caller, Viewer } from '../access/viewer.ts'
import type { InvitationRow } from './hold.ts'
import { namesOfChanged, saveUser } from '../users/save.ts'
import type { Person } from '../users/find-user.ts'
import { belongsElsewhere } from './elsewhere.ts'
import { presentSupervisorId } from './looked-after.ts'

export type Me = Person
export type Given = { caller: Caller; me: Me; row: InvitationRow; asker: Viewer }

/** The account that answers, held until the transaction ends; whoever only names it does not wait. */
export async function holdMe(tx: Db, { id }: Caller): Promise<Me> {
  const [me] = await tx
    .select()
    .from(users)
    .where(and(eq(users.id, id), isNull(users.deletedAt)))
    .for('no key update')
  if (!me) throw new Refusal('unauthenticated')
  return me
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
