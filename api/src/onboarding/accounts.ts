import { ContactRow } from '@carewatch/contracts/http/onboarding-form'
import { Language } from '@carewatch/contracts/languages'
import type { Caller } from '../access/viewer.ts'
import { parsePhone } from '../http/phone.ts'
import { type NewPerson, prepareAccount, type Prepared } from '../relatives/account.ts'
import { relativesAccount } from '../relatives/new.ts'
import type { Services } from '../services.ts'
import type { RequestRow } from './request-rows.ts'

export type Contact = { row: ContactRow; account: Prepared | null }

/** The rows of the phonebook as they were sent, but those that were erased since. */
export const contactsOf = ({ request }: RequestRow): ContactRow[] =>
  request.contacts.flatMap((contact) => ContactRow.safeParse(contact).data ?? [])

function ownerOf({ request, device }: RequestRow, caller: Caller): NewPerson {
  const { firstName = '', lastName = '', email = '', phone = '', dob, streetAddress, city } = request.owner
  const own = caller.role === 'SUPERVISOR' ? caller.id : null
  return {
    firstName,
    lastName,
    email,
    ...(parsePhone(phone) ?? { contactNumber: null, countryCode: null }),
    dob: dob ?? null,
    address: [streetAddress, city].filter(Boolean).join(', ') || null,
    role: 'OWNER',
    companyId: device.companyId,
    supervisorId: request.supervisorId ?? own,
    selectedLanguage: Language.safeParse(request.owner['language']).data ?? caller.selectedLanguage,
  }
}

/** Who needs which account; whoever stands there twice, or is the owner, gets one. */
export async function prepareAccounts(services: Services, caller: Caller, row: RequestRow) {
  const owner = ownerOf(row, caller)
  const seen = new Set([owner.email.toLowerCase()])
  const wanted = contactsOf(row).map((contact) => {
    const email = contact.email.toLowerCase()
    const isNew = contact.createUserInPortal && !seen.has(email)
    if (isNew) seen.add(email)
    return { contact, isNew }
  })
  const contacts = wanted.map(async ({ contact, isNew }): Promise<Contact> => {
    if (!isNew) return { row: contact, account: null }
    const person = relativesAccount(contact, row.device, caller)
    return { row: contact, account: await prepareAccount(services, caller, person) }
  })
  return {
    owner: await prepareAccount(services, caller, owner),
    contacts: await Promise.all(contacts),
  }
}
