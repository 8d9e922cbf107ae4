import type { Input, Reply } from '@carewatch/contracts/http/endpoint'
import type { addRelative as contract } from '@carewatch/contracts/http/relatives'
import { type Caller, fullName } from '../access/viewer.ts'
import { getVisibleDevice } from '../access/visible-device.ts'
import { InvalidFields } from '../http/invalid-fields.ts'
import type { Services } from '../services.ts'
import { findVisibleUser } from '../users/find-user.ts'
import { relativeById } from './find.ts'
import { insertRelative } from './insert.ts'
import { newRelation } from './new.ts'

type Body = Input<typeof contract>['body']

const MAY_BE = ['RELATIVE', 'OWNER', 'USER']

export async function addRelative(
  services: Services,
  caller: Caller,
  { relative, ...body }: Body,
): Promise<Reply<typeof contract>> {
  const { name, relation, email } = body
  if (relative !== undefined) return addKnown(services, caller, { ...body, relative })
  // The contract asks for these three where nobody is named.
  if (name === undefined || relation === undefined || email === undefined)
    throw new InvalidFields({ name: 'nameRequired' })
  return newRelation(services, caller, { ...body, name, relation, email })
}

/** Somebody who has an account already, and whom the viewer sees. */
async function addKnown(
  { db }: Services,
  caller: Caller,
  { relative: key, deviceUUID: uuid, phonebookId: place, ...given }: Body & { relative: string },
): Promise<Reply<typeof contract>> {
  const id = await db.transaction(async (tx) => {
    const device = await getVisibleDevice(tx, caller, { uuid })
    const person = await findVisibleUser(tx, caller, key)
    if (!person?.isActive) throw new InvalidFields({ relative: 'unknown' })
    const isElsewhere = person.companyId !== null && person.companyId !== device.companyId
    if (!MAY_BE.includes(person.role) || person.id === device.ownerId || isElsewhere)
      throw new InvalidFields({ relative: 'invalid' })
    const { smsAlerts, sosPriority, maySeeLocation } = given
    const values = {
      name: given.name ?? fullName(person),
      phone: person.contactNumber,
      email: person.email,
      relation: given.relation ?? null,
      userId: person.id,
      createUserInPortal: true,
      ...(smsAlerts !== undefined && { smsAlerts }),
      ...(sosPriority !== undefined && { sosPriority }),
      ...(maySeeLocation !== undefined && { maySeeLocation }),
    }
    return insertRelative(tx, caller, { device, values, place })
  })
  return { relative: await relativeById(db, id), account: null }
}
