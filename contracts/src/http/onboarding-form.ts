import { z } from 'zod'
import { metrics } from '../metrics.ts'
import { relativeFields } from '../relations.ts'
import { PHONEBOOK_MAX, settingBounds } from '../settings.ts'
import { Email, PhoneText, required, requiredText } from './fields.ts'

/** The sections of the public wizard; every answer that must be given says so by name. */

const names = { firstName: requiredText(100), lastName: requiredText(100) }
const reached = { phone: PhoneText, email: Email }
const lives = { streetAddress: requiredText(200), city: requiredText(100) }

export const Shipping = z.strictObject({ ...names, ...lives, ...reached })
export const OwnerDetails = z.strictObject({
  ...names,
  ...lives,
  healthOrganisation: requiredText(100),
  idNumber: requiredText(32),
  ...reached,
  dob: z.iso.date().optional(),
})

export const contactKinds = ['shipping', 'owner', 'other'] as const
const contact = { ...names, ...reached }
const contactFields = ['firstName', 'lastName', 'phone', 'email'] as const

export const ContactPerson = z
  .strictObject({ sameAs: z.enum(contactKinds, required), ...z.object(contact).partial().shape })
  .superRefine((person, context) => {
    if (person.sameAs !== 'other') return
    for (const field of contactFields)
      if (person[field] === undefined)
        context.addIssue({ code: 'custom', path: [field], message: 'is required' })
  })

const within = ({ min, max }: { min: number; max: number }) =>
  z.int().min(min, { error: 'tooSmall' }).max(max, { error: 'tooLarge' }).optional()

/** Averages of three measurements; the alarm limits are proposed from them. */
export const DeviceDetails = z
  .strictObject({
    averageHeartRate: within(metrics.heartRate.range),
    averageSystolic: within(metrics.systolic.range),
    averageDiastolic: within(metrics.diastolic.range),
    heartRateIntervalMinutes: within(settingBounds.heartRateIntervalMinutes),
    bloodPressureIntervalMinutes: within(settingBounds.bloodPressureIntervalMinutes),
    gpsIntervalMinutes: within(settingBounds.locationIntervalMinutes),
  })
  .refine(
    ({ averageSystolic: upper, averageDiastolic: lower }) =>
      upper === undefined || lower === undefined || lower < upper,
    { path: ['averageDiastolic'], error: 'belowUpper' },
  )
  .meta({ examples: [{ averageHeartRate: 72, averageSystolic: 125, averageDiastolic: 80 }] })
export type DeviceDetails = z.output<typeof DeviceDetails>

const { name, relation, email, phone, smsAlerts, createUserInPortal, sosPriority } = relativeFields
export const ContactRow = z.strictObject({
  name,
  relation,
  email,
  phone: phone.optional(),
  smsAlerts: smsAlerts.default(false),
  createUserInPortal: createUserInPortal.default(false),
  sosPriority: sosPriority.default('MEDIUM'),
})
export type ContactRow = z.output<typeof ContactRow>

export const OnboardingForm = z.strictObject({
  shipping: Shipping,
  owner: OwnerDetails,
  contactPerson: ContactPerson,
  deviceDetails: DeviceDetails.default({}),
  contacts: z.array(ContactRow).max(PHONEBOOK_MAX, { error: 'tooMany' }).default([]),
  declaration: z.strictObject({
    /** That it is all correct, and that changed telephone numbers will be told. */
    confirmed: z.literal(true, required),
    consentToEmail: z.boolean().default(false),
    date: z.iso.date(),
  }),
})
export type OnboardingForm = z.output<typeof OnboardingForm>
