import type { Input, Reply } from '@carewatch/contracts/http/endpoint'
import type { addRelative as contract } from '@carewatch/contracts/http/relatives'
import { Refusal } from '@carewatch/contracts/refusal'
import { type devices, relatives } from '@carewatch/migrations/schema/devices'
import type { Db } from '@carewatch/platform/database/client'
import { and, eq, sql } from 'drizzle-orm'
import { type Caller, fullName } from '../access/viewer.ts'
import { getVisibleDevice } from '../access/visible-device.ts'
import { presentWearerId } from '../assignments/present.ts'
import { relateRelative } from '../assignments/relations.ts'
import { defined } from '../http/defined.ts'
import { InvalidFields } from '../http/invalid-fields.ts'
import type { Invited, To } from '../invitations/invite.ts'
import type { Services } from '../services.ts'
import { addressOf, findVisibleUser, isOfCompany, type Person } from '../users/find-user.ts'
import { insertRelative } from './insert.ts'
import { inviteRelative } from './invite-relative.ts'
import { answerOf, newRelation, phoneOf } from './new.ts'
import type { Seen } from '../access/seen.ts'

type Body = Input<typeof contract>['body']
type Known = Body & { relative: string }
type Device = Seen<typeof devices.$inferSelect>

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

const valuesOf = ({ name, relation, smsAlerts, sosPriority, maySeeLocation }: Known, called: string) => ({
  name: name ?? called,
  relation: relation ?? null,
  createUserInPortal: true,
  ...defined({ smsAlerts, sosPriority, maySeeLocation }),
})

/** Somebody whom the viewer names: an account of the device's own house at once; every other is asked, and so is whoever has an address that the viewer does not see. */
async function addKnown(services: Services, caller: Caller, body: Known): Promise<Reply<typeof contract>> {
  const made = await services.db.transaction(async (tx) => {
    const device = await getVisibleDevice(tx, caller, { uuid: body.deviceUUID })
    const person = await findVisibleUser(tx, caller, body.relative)
    if (!person) return addAddress(tx, caller, { device, body })
    if (!person.isActive) throw new InvalidFields({ relative: 'unknown' })
    if (!MAY_BE.includes(person.role) || person.id === device.ownerId)
      throw new InvalidFields({ relative: 'invalid' })
    const isTheirs = and(eq(relatives.deviceId, device.id), eq(relatives.userId, person.id))
    if ((await tx.$count(relatives, isTheirs)) > 0) throw new Refusal('conflict', 'alreadyRelative')
    if (isOfCompany(caller, person, device)) return addOfCompany(tx, caller, { device, body, person })
    return addInvited(tx, caller, { device, body, called: fullName(person), to: { userId: person.id } })
  })
  return answerOf(services, caller, made)
}

async function addOfCompany(
  tx: Db,
  caller: Caller,
  { device, body, person }: { device: Device; body: Known; person: Person },
): Promise<{ id: number; invited: null }> {
  const account = { userId: person.id, phone: person.contactNumber, email: person.email }
  const values = { ...valuesOf(body, fullName(person)), ...account }
  const { id, maySeeLocation } = await insertRelative(tx, caller, { device, values, place: body.phonebookId })
  const wearerId = await presentWearerId(tx, device.id)
  const since = body.maySeePast ? null : sql`now()`
  if (wearerId !== null) await relateRelative(tx, { wearerId, userId: person.id, maySeeLocation, since })
  return { id, invited: null }
}

type Asked = { device: Device; body: Known; called: string; to: To }

/** What stands in the phonebook is what was typed: the rest is the account's, and not told before their yes. */
async function addInvited(
  tx: Db,
  caller: Caller,
  { device, body, called, to }: Asked,
): Promise<{ id: number; invited: Invited }> {
  const email = 'email' in to ? to.email : null
  const values = { ...valuesOf(body, called), phone: phoneOf(body.phone), email }
  const relative = await insertRelative(tx, caller, { device, values, place: body.phonebookId })
  const { maySeePast = false } = body
  return { id: relative.id, invited: await inviteRelative(tx, caller, { device, relative, to, maySeePast }) }
}

async function addAddress(tx: Db, caller: Caller, { device, body }: { device: Device; body: Known }) {
  const email = addressOf(body.relative)
  if (email === null) throw new InvalidFields({ relative: 'unknown' })
  return addInvited(tx, caller, { device, body, called: email, to: { email } })
}
