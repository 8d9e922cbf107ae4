import type { Input, Reply } from '@carewatch/contracts/http/endpoint'
import type { newRelation as contract } from '@carewatch/contracts/http/relatives'
import type { Caller } from '../access/viewer.ts'
import { getVisibleDevice } from '../access/visible-device.ts'
import { requirePhone } from '../http/phone.ts'
import type { Invited } from '../invitations/invite.ts'
import { sendInvitation } from '../invitations/send.ts'
import type { Services } from '../services.ts'
import { relativeById } from './find.ts'
import { insertRelative } from './insert.ts'
import { inviteRelative } from './invite-relative.ts'

type Body = Input<typeof contract>['body']

/** A number in the one form we keep. */
export const phoneOf = (phone: string | null | undefined): string | null =>
  phone ? requirePhone(phone, { field: 'phone' }).contactNumber : null

/** Somebody new in the phonebook. With an account, whoever has the address is asked: after their yes they see the wearer’s vitals and, unless it is said otherwise, where the watch is. */
export async function newRelation(
  services: Services,
  caller: Caller,
  { deviceUUID: uuid, phonebookId: place, maySeePast = false, ...given }: Body,
): Promise<Reply<typeof contract>> {
  const { db } = services
  const phone = phoneOf(given.phone)
  const { email } = given
  const { id, invited } = await db.transaction(async (tx) => {
    const device = await getVisibleDevice(tx, caller, { uuid })
    const values = { ...withoutUndefined(given), phone }
    const relative = await insertRelative(tx, caller, { device, values, place })
    const asked = { device, relative, to: { email }, maySeePast }
    const invited = given.createUserInPortal ? await inviteRelative(tx, caller, asked) : null
    return { id: relative.id, invited }
  })
  return answerOf(services, caller, { id, invited })
}

/** Whoever was asked gets their letter once it is certain that they were asked. */
export async function answerOf(
  services: Services,
  caller: Caller,
  { id, invited }: { id: number; invited: Invited | null },
): Promise<Reply<typeof contract>> {
  const invitation = invited && (await sendInvitation(services, caller, invited))
  return { relative: await relativeById(services.db, id), account: null, invitation }
}

type Given = Omit<Body, 'deviceUUID' | 'phonebookId' | 'maySeePast'>
type Known = { [Key in keyof Given]: Exclude<Given[Key], undefined> }

/** What was not told is left to the table's own defaults. */
const withoutUndefined = (given: Given): Known =>
  // Safe: the entries that are undefined were left out.
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as Known
