import type { OnboardingForm } from '@carewatch/contracts/http/onboarding-form'
import { InvalidFields } from '../http/invalid-fields.ts'
import { requirePhone } from '../http/phone.ts'

const FIRST_BIRTHDAY = '1880-01-01'
const DAY_MS = 86_400_000

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10)

/** The wearer's today may be tomorrow here. */
function refuseImpossibleDays({ owner, declaration }: OnboardingForm, now: Date): void {
  const tomorrow = dayOf(now.getTime() + DAY_MS)
  const { dob } = owner
  if (dob !== undefined && (dob >= tomorrow || dob < FIRST_BIRTHDAY))
    throw new InvalidFields({ 'owner.dob': 'past' })
  if (declaration.date > tomorrow || declaration.date < dayOf(now.getTime() - 30 * DAY_MS))
    throw new InvalidFields({ 'declaration.date': 'invalid' })
}

const phoneIn = <Section extends { phone: string }>(section: Section, field: string): Section => ({
  ...section,
  phone: requirePhone(section.phone, { field: `${field}.phone` }).contactNumber,
})

const plain = (section: Record<string, string | undefined>): Record<string, string> =>
  // Safe: the entries that are undefined were left out.
  Object.fromEntries(Object.entries(section).filter(([, value]) => value !== undefined)) as Record<
    string,
    string
  >

function contactPersonOf({ contactPerson, shipping, owner }: OnboardingForm): Record<string, string> {
  const { sameAs } = contactPerson
  const { firstName, lastName, phone, email } =
    sameAs === 'other' ? contactPerson : sameAs === 'shipping' ? shipping : owner
  const person = phoneIn({ firstName, lastName, phone: phone ?? '', email }, 'contactPerson')
  return plain({ sameAs, ...person })
}

/** What was said, as the request keeps it: numbers in one form, one section the same as another written out. */
export function readForm(form: OnboardingForm, now: Date) {
  refuseImpossibleDays(form, now)
  const { deviceDetails, contacts, declaration } = form
  const details = Object.entries(deviceDetails).filter(([, value]) => value !== undefined)
  return {
    shipping: plain(phoneIn(form.shipping, 'shipping')),
    owner: plain(phoneIn(form.owner, 'owner')),
    contactPerson: contactPersonOf(form),
    // Safe: as above.
    deviceDetails: Object.fromEntries(details) as Record<string, number>,
    contacts: contacts.map((row, index) => ({
      ...row,
      phone: row.phone ? requirePhone(row.phone, { field: `contacts.${index}.phone` }).contactNumber : null,
    })),
    declarationConsentEmail: declaration.consentToEmail,
    declaredAt: new Date(declaration.date),
  }
}
