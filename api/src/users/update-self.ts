import type { Input, Reply } from '@carewatch/contracts/http/endpoint'
import type { updateSelf as contract } from '@carewatch/contracts/http/users'
import { audit } from '../access/audit.ts'
import { saveForOthers } from '../access/of-person.ts'
import type { Caller } from '../access/viewer.ts'
import { requireOwnPassword } from '../auth/change-password.ts'
import { InvalidFields } from '../http/invalid-fields.ts'
import type { Services } from '../services.ts'
import { userById } from './detail.ts'
import { columnsOf, isOtherNumber } from './fields.ts'
import { getVisibleUser } from './find-user.ts'
import { namesOfChanged, saveUser, withoutShownName } from './save.ts'
import { refuseOthersAddress } from './user-name.ts'
import { orTaken } from '../auth/taken.ts'

async function requirePassword(
  services: Services,
  caller: Caller,
  password: string | undefined,
): Promise<void> {
  if (password === undefined) throw new InvalidFields({ password: 'required' })
  await requireOwnPassword(services, caller, password)
}

/** What one says of oneself; who one is in the company is not part of the contract. */
export async function updateSelf(
  services: Services,
  caller: Caller,
  body: Input<typeof contract>['body'],
): Promise<Reply<typeof contract>> {
  const { db } = services
  const given = columnsOf(body)
  // Changed by somebody else meanwhile, it is not saved.
  const person = await getVisibleUser(db, caller, 'currentUser')
  if (isOtherNumber(person, given)) await requirePassword(services, caller, body.password)
  await orTaken(
    db.transaction(async (tx) => {
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
