import type { Input, Reply } from '@carewatch/contracts/http/endpoint'
import type { changeSupervisor as contract } from '@carewatch/contracts/http/users'
import type { Db } from '@carewatch/platform/database/client'
import { audit } from '../access/audit.ts'
import type { Caller } from '../access/viewer.ts'
import { InvalidFields } from '../http/invalid-fields.ts'
import { userById } from './detail.ts'
import { getManageableUser } from './find-user.ts'
import { saveUser } from './save.ts'
import { supervisorIdOf } from './supervisor.ts'

/** Whose devices a supervisor sees depends on this, also on open screens. */
export async function changeSupervisor(
  db: Db,
  caller: Caller,
  { userUuid, supervisorUuid }: Input<typeof contract>['body'],
): Promise<Reply<typeof contract>> {
  const id = await db.transaction(async (tx) => {
    const person = await getManageableUser(tx, caller, userUuid)
    const { uuid, companyId } = person
    const asked = { key: supervisorUuid, companyId, field: 'supervisorUuid' }
    const supervisorId = await supervisorIdOf(tx, caller, asked)
    if (supervisorId === person.id) throw new InvalidFields({ supervisorUuid: 'invalid' })
    await saveUser(tx, person, { columns: { supervisorId } })
    await audit(tx, caller, { action: 'supervisorChanged', entity: 'user', uuid, companyId })
    return person.id
  })
  return { user: await userById(db, caller, id) }
}
