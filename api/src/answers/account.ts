import { Refusal } from '@carewatch/contracts/refusal'
import { branches, users } from '@carewatch/migrations/schema/people'
import type { Db } from '@carewatch/platform/database/client'
import { and, asc, isNull, sql } from 'drizzle-orm'
import { accountsOf } from '../access/identity.ts'
import type { Seal } from '../auth/seal.ts'
import { belongsElsewhere } from './elsewhere.ts'
import type { InvitationRow } from './hold.ts'
import { linkAccount } from './link.ts'
import type { Me } from './me.ts'

type Asked = Pick<InvitationRow, 'kind' | 'companyId' | 'gift'>

/** In whose house they are asked to become something. */
const askingCompany = ({ kind, companyId, gift }: Asked): number | null =>
  kind === 'ACCOUNT' ? (gift.companyId ?? null) : companyId

/** The account they have at the company that asks, by its own or its branch's, or of no company where none asks; held, as the one that answers. */
export async function holdHere(tx: Db, { id, identityId }: Me, asked: Asked): Promise<Me | undefined> {
  const companyId = askingCompany(asked)
  const isAt = sql`coalesce(${users.companyId}, (select ${branches.companyId} from ${branches}
    where ${branches.id} = ${users.branchId})) is not distinct from ${companyId}`
  const [found] = await tx
    .select()
    .from(users)
    .where(and(accountsOf(identityId ?? id), isNull(users.deletedAt), isAt))
    .orderBy(asc(users.id))
    .limit(1)
    .for('no key update')
  return found
}

/** Whether this account takes it on as it is: it is of no company, and nothing that it has elsewhere is in the way. */
async function takesItOn(tx: Db, me: Me, asked: Asked): Promise<boolean> {
  const companyId = askingCompany(asked)
  if (companyId === null || me.companyId !== null || me.branchId !== null) return false
  const { role = 'USER' } = asked.gift
  if (asked.kind === 'ACCOUNT')
    return (me.role === 'USER' || me.role === role) && !(await belongsElsewhere(tx, me, companyId))
  const grows = asked.kind === 'RELATIVE' ? ['RELATIVE', 'OWNER', 'USER'] : ['OWNER', 'USER']
  return grows.includes(me.role)
}

/**
 * The account that takes what is asked: the one they have at the company that asks, their own where it is nobody's yet, else one more that is theirs.
 * No account ever works for two companies, so that nothing of the one is found in the other. Administrators keep to their account.
 */
export async function accountFor(
  tx: Db,
  seal: Seal,
  { me, here, asked }: { me: Me; here: Me | undefined; asked: Asked },
): Promise<{ me: Me; isNew: boolean }> {
  // A company that lets somebody in no longer is not gone round.
  if (here && !here.isActive) throw new Refusal('conflict', 'invitationRole')
  if (here) return { me: here, isNew: false }
  if (me.role === 'ADMIN' || (await takesItOn(tx, me, asked))) return { me, isNew: false }
  return { me: await linkAccount(tx, seal, { person: me, companyId: askingCompany(asked) }), isNew: true }
}
