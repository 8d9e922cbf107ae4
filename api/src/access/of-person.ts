import { users } from '@carewatch/migrations/schema/people'
import type { Db } from '@carewatch/platform/database/client'
import { and, eq, isNull, ne, or } from 'drizzle-orm'
import { changedNow } from './changed-now.ts'
import { audit } from './audit.ts'
import { isAccount } from './identity.ts'
import type { Caller } from './viewer.ts'

type Columns = Partial<typeof users.$inferInsert>

/** How somebody is reached, and what they read in: one person's, wherever they work. */
const OF_PERSON = [
  'contactNumber',
  'countryCode',
  'selectedLanguage',
  'timeZone',
  'quietFrom',
  'quietTo',
  'sendSms',
  'telegramUserName',
  'telegramChatId',
  'telegramStatus',
] as const satisfies readonly (keyof Columns)[]

export const personalOf = (columns: Columns): Columns =>
  Object.fromEntries(OF_PERSON.flatMap((key) => (key in columns ? [[key, columns[key]]] : [])))

type Who = Pick<Caller, 'id' | 'identityId' | 'address'>

/**
 * What somebody says of how they are reached holds wherever they work; a company that says it of its own account says it for its own alarms alone. Each
 * company's log has what changed of its account.
 */
export async function saveForOthers(
  tx: Db,
  { id, identityId, address }: Who,
  changed: Columns,
): Promise<void> {
  const columns = personalOf(changed)
  if (id === identityId || Object.keys(columns).length === 0) return
  const isTheirs = or(eq(users.id, identityId), eq(users.identityId, identityId))
  const others = await tx
    .update(users)
    .set({ ...columns, updatedAt: changedNow })
    .where(and(isTheirs, ne(users.id, id), isNull(users.deletedAt)))
    .returning({ id: users.id, uuid: users.uuid, companyId: users.companyId, isAccount })
  const detail = { fields: Object.keys(columns) }
  for (const { id: userId, uuid, companyId } of others.filter((one) => one.isAccount))
    await audit(tx, { id: userId, companyId, address }, { action: 'updated', entity: 'user', uuid, detail })
}
