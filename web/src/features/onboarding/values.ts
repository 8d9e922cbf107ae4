import type { onboardingSubmit } from '@carewatch/contracts/http/onboarding'
import type { z } from 'zod'

type Body = z.input<typeof onboardingSubmit.body>
type Text<Section> = { [Name in keyof Section]-?: string }
type Figures<Section> = { [Name in keyof Section]-?: number | '' }
export type Row = {
  name: string
  relation: string | null
  email: string
  phone: string
  smsAlerts: boolean
  createUserInPortal: boolean
  sosPriority: string
}

/** The form as it stands on the screen. */
export type OnboardingValues = {
  shipping: Text<Body['shipping']>
  owner: Text<Body['owner']>
  contactPerson: Text<Body['contactPerson']>
  deviceDetails: Figures<NonNullable<Body['deviceDetails']>>
  contacts: Row[]
  declaration: { confirmed: boolean; consentToEmail: boolean; date: string }
}

const person = { firstName: '', lastName: '', phone: '', email: '' }
const resident = { ...person, streetAddress: '', city: '' }

export const emptyRow: Row = {
  name: '',
  relation: null,
  email: '',
  phone: '',
  smsAlerts: false,
  createUserInPortal: false,
  sosPriority: 'MEDIUM',
}

export const emptyForm = (today: string): OnboardingValues => ({
  shipping: resident,
  owner: { ...resident, healthOrganisation: '', idNumber: '', dob: '' },
  contactPerson: { ...person, sameAs: '' },
  deviceDetails: {
    averageHeartRate: '',
    averageSystolic: '',
    averageDiastolic: '',
    heartRateIntervalMinutes: '',
    bloodPressureIntervalMinutes: '',
    gpsIntervalMinutes: '',
  },
  contacts: [],
  declaration: { confirmed: false, consentToEmail: false, date: today },
})

const filled = (section: object): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(section).filter(([, value]) => value !== '' && value !== null && value !== undefined),
  )

/** What is sent: without what nobody filled in, and of another contact person only where there is one. */
export function bodyOf(values: OnboardingValues): Record<string, unknown> {
  const { shipping, owner, contactPerson, deviceDetails, contacts, declaration } = values
  const { sameAs } = contactPerson
  return {
    shipping: filled(shipping),
    owner: filled(owner),
    contactPerson: sameAs === 'other' ? filled(contactPerson) : filled({ sameAs }),
    deviceDetails: filled(deviceDetails),
    contacts: contacts.map(filled),
    declaration: filled({ ...declaration, confirmed: declaration.confirmed || null }),
  }
}

export const steps = ['shipping', 'owner', 'contactPerson', 'deviceDetails', 'declaration'] as const
export type Step = (typeof steps)[number]

/** In which step a field stands; the phonebook stands with the device. */
export const stepOf = (field: string): Step => {
  const section = field.split('.')[0]
  return steps.find((step) => step === section) ?? (section === 'contacts' ? 'deviceDetails' : 'shipping')
}

export const wrongSteps = (errors: object): ReadonlySet<Step> => new Set(Object.keys(errors).map(stepOf))
