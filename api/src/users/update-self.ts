import type { Input, Reply } from '@carewatch/contracts/http/endpoint'
import type { updateSelf as contract } from '@carewatch/contracts/http/users'
import type { Db } from '@carewatch/platform/database/client'
import { audit } from '../access/audit.ts'
import { saveForOthers } from '../access/of-person.ts'
import type { Caller } from '../access/viewer.ts'
import { userById } from './detail.ts'
import { columnsOf } from './fields.ts'
import { getVisibleUser } from './find-user.ts'
import { namesOfChanged, saveUser, withoutShownName } from './save.ts'
import { refuseOthersAddress } from './user-name.ts'
import { orTaken } from '../auth/taken.ts'

/** What one says of oneself; who one is in the company is not part of the contract. */
export async function updateSelf(
  db: Db,
  caller: Caller,
  body: Input<typeof contract>['body'],
): Promise<Reply<typeof contract>> {
  const given = columnsOf(body)
  await orTaken(
    db.transaction(async (tx) => {
      const person = await getVisibleUser(tx, caller, 'currentUser')
      refuseOthersAddress(body.userName, person)
      const columns = withoutShownName(person, given)
      await saveUser(tx, person, { columns, seenAt: body.updatedAt })
      await saveForOthers(tx, caller, columns)
      const detail = { fields: namesOfChanged(person, columns) }
      await audit(tx, caller, { action: 'updated', entity: 'user', uuid: caller.uuid, detail })
    }),
  )
  return { user: await userById(db, caller, caller.id) }
}
