import type { Input, Reply } from '@carewatch/contracts/http/endpoint'
import type { newRelation as contract } from '@carewatch/contracts/http/relatives'
import type { Caller } from '../access/viewer.ts'
import { getVisibleDevice } from '../access/visible-device.ts'
import { requirePhone } from '../http/phone.ts'
import type { Services } from '../services.ts'
import { type NewPerson, prepareAccount, type Taken, takeAccount, mailAccount } from './account.ts'
import { relativeById } from './find.ts'
import { insertRelative } from './insert.ts'
import { splitName } from './names.ts'

type Body = Input<typeof contract>['body']

const phoneOf = (phone: string | null | undefined) =>
  phone ? requirePhone(phone, { field: 'phone' }) : { contactNumber: null, countryCode: null }

/** A relative's account as their entry in the phonebook describes them. */
export const relativesAccount = (
  { name, email, phone }: Pick<Body, 'name' | 'email' | 'phone'>,
  { companyId }: { companyId: number | null },
  { selectedLanguage }: Caller,
): NewPerson => ({
  ...splitName(name),
  ...phoneOf(phone),
  email,
  role: 'RELATIVE',
  companyId,
  selectedLanguage,
})

/** Somebody new in the phonebook. With an account they see the owner's vitals and, unless it is said otherwise, where the watch is. */
export async function newRelation(
  services: Services,
  caller: Caller,
  { deviceUUID: uuid, phonebookId: place, ...given }: Body,
): Promise<Reply<typeof contract>> {
  const { db } = services
  const seen = await getVisibleDevice(db, caller, { uuid })
  const { contactNumber } = phoneOf(given.phone)
  const prepared = given.createUserInPortal
    ? await prepareAccount(services, caller, relativesAccount(given, seen, caller))
    : null
  const { id, taken } = await db.transaction(async (tx) => {
    const device = await getVisibleDevice(tx, caller, { uuid })
    const taken: Taken | null = prepared && (await takeAccount(tx, caller, prepared))
    const values = { ...withoutUndefined(given), phone: contactNumber, userId: taken?.user.id ?? null }
    return { id: await insertRelative(tx, caller, { device, values, place }), taken }
  })
  return { relative: await relativeById(db, id), account: taken && mailAccount(services, taken) }
}

type Given = Omit<Body, 'deviceUUID' | 'phonebookId'>
type Known = { [Key in keyof Given]: Exclude<Given[Key], undefined> }

/** What was not told is left to the table's own defaults. */
const withoutUndefined = (given: Given): Known =>
  // Safe: the entries that are undefined were left out.
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as Known
