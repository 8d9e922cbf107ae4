import type { Input, Reply } from '@carewatch/contracts/http/endpoint'
import type { setSms as contract } from '@carewatch/contracts/http/users'
import type { Db } from '@carewatch/platform/database/client'
import type { users } from '@carewatch/migrations/schema/people'
import { audit } from '../access/audit.ts'
import { saveForOthers } from '../access/of-person.ts'
import type { Caller } from '../access/viewer.ts'
import { getOwnOrManageableUser } from './find-user.ts'
import { namesOfChanged, saveUser } from './save.ts'

type Columns = Partial<typeof users.$inferInsert>

async function change(db: Db, caller: Caller, { key, columns }: { key: string; columns: Columns }) {
  await db.transaction(async (tx) => {
    const person = await getOwnOrManageableUser(tx, caller, key)
    await saveUser(tx, person, { columns })
    if (person.id === caller.id) await saveForOthers(tx, caller, columns)
    const { uuid, companyId } = person
    const detail = { fields: namesOfChanged(person, columns) }
    await audit(tx, caller, { action: 'updated', entity: 'user', uuid, companyId, detail })
  })
}

export async function setSms(
  db: Db,
  caller: Caller,
  { userUuid = 'currentUser', sendSms }: Input<typeof contract>['body'],
): Promise<Reply<typeof contract>> {
  await change(db, caller, { key: userUuid, columns: { sendSms } })
  return { sendSms }
}

/** The channel is connected anew from the beginning. */
export async function resetTelegram(db: Db, caller: Caller, key: string): Promise<null> {
  const columns: Columns = { telegramChatId: null, telegramUserName: null, telegramStatus: 'NONE' }
  await change(db, caller, { key, columns })
  return null
}
