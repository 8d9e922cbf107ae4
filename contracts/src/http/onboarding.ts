import { onboardingStates } from '../onboarding.ts'
import { z } from 'zod'
import { permissions } from '../permissions.ts'
import { sosPriorities } from '../relations.ts'
import { Instant, Uuid } from '../wire.ts'
import { emptyBody, endpoint, nothing, paging, Total } from './endpoint.ts'
import { Email, Named, requiredText } from './fields.ts'
import { contactKinds, OnboardingForm } from './onboarding-form.ts'
import { MadeInvitation } from './invitations.ts'

/** As it stands in a link: what is no uuid is a wrong address, not a wrong field. */
const InLink = z.string().trim().max(200)
const publicLimit = { calls: 10, minutes: 1 }

export const onboardingValid = endpoint({
  method: 'GET',
  path: '/devices/onboard/valid/:deviceId',
  summary: 'Whether a device waits for its owner: by its uuid, never its IMEI',
  allow: 'anyone',
  byKey: null,
  limit: publicLimit,
  params: z.object({ deviceId: InLink }),
  reply: z.object({ deviceUUID: Uuid, isValid: z.literal(true) }),
})

export const onboardingStatus = endpoint({
  method: 'GET',
  path: '/devices/onboard/status/:deviceId',
  summary:
    'How far the newest request for a device has come, for whoever has its link; nothing of whose it is',
  allow: 'anyone',
  byKey: null,
  limit: publicLimit,
  params: z.object({ deviceId: InLink }),
  reply: z.object({
    status: z.enum(onboardingStates),
    submittedAt: Instant,
    decidedAt: Instant.nullable(),
    /** The device was heard since. */
    isConnected: z.boolean(),
  }),
})

export const onboardingSubmit = endpoint({
  method: 'POST',
  path: '/devices/onboard/submit',
  summary: 'Say who will wear a device and whom to call; it is decided on by the staff',
  allow: 'anyone',
  byKey: null,
  limit: publicLimit,
  done: 'done.onboarding',
  body: OnboardingForm.extend({ deviceUUID: InLink, supervisorId: InLink.optional() }),
  reply: z.object({ deviceUUID: Uuid, status: z.enum(onboardingStates) }),
})

export const onboardingEmail = endpoint({
  method: 'POST',
  path: '/devices/onboard/sendEmail',
  summary: 'Mail the link to the wizard of a device; it always leads to our own address',
  allow: permissions.decideOnboarding,
  byKey: null,
  limit: { calls: 20, minutes: 60 },
  done: 'done.email',
  body: z.strictObject({ deviceUUID: Uuid, emailAddress: Email, baseURL: requiredText(300) }),
  reply: nothing,
})

export const OnboardingRequest = z
  .object({
    uuid: Uuid,
    status: z.enum(onboardingStates),
    device: Named.extend({ imei: z.string() }),
    ownerName: z.string(),
    supervisor: Named.nullable(),
    createdAt: Instant,
    decidedAt: Instant.nullable(),
    decidedBy: z.string().nullable(),
    reason: z.string().nullable(),
  })
  .meta({ id: 'OnboardingRequest' })
export type OnboardingRequest = z.output<typeof OnboardingRequest>

const byUuid = z.object({ uuid: Uuid })

export const allOnboarding = endpoint({
  method: 'GET',
  path: '/onboarding/all',
  summary: 'The onboarding requests of the devices in your scope, newest first',
  allow: permissions.decideOnboarding,
  byKey: null,
  query: z.strictObject({ ...paging, status: z.enum(onboardingStates).optional() }),
  reply: z.object({ requests: z.array(OnboardingRequest), total: Total }),
})

/** As it was said; what was erased since is missing. */
const text = z.string().optional()
const Person = z.object({ firstName: text, lastName: text, phone: text, email: text })
const Resident = Person.extend({ streetAddress: text, city: text })
const details = ['averageHeartRate', 'averageSystolic', 'averageDiastolic'] as const
const intervals = ['heartRateIntervalMinutes', 'bloodPressureIntervalMinutes', 'gpsIntervalMinutes'] as const

export const onboardingDetail = endpoint({
  method: 'GET',
  path: '/onboarding/detail/:uuid',
  summary: 'One onboarding request with everything that was said',
  allow: permissions.decideOnboarding,
  byKey: null,
  params: byUuid,
  reply: z.object({
    request: OnboardingRequest,
    shipping: Resident,
    owner: Resident.extend({ healthOrganisation: text, idNumber: text, dob: text }),
    contactPerson: Person.extend({ sameAs: z.enum(contactKinds).optional() }),
    deviceDetails: z.partialRecord(z.enum([...details, ...intervals]), z.number()).meta({
      examples: [{ averageHeartRate: 72 }],
    }),
    contacts: z.array(
      z.object({
        name: text,
        relation: text,
        email: text,
        phone: z.string().nullish(),
        smsAlerts: z.boolean().optional(),
        createUserInPortal: z.boolean().optional(),
        sosPriority: z.enum(sosPriorities).optional(),
      }),
    ),
    declaration: z.object({ consentToEmail: z.boolean(), date: Instant }),
  }),
})

export const approveOnboarding = endpoint({
  method: 'POST',
  path: '/onboarding/approve/:uuid',
  summary:
    'Set the device up for who will wear it, and invite its owner and the relatives who want an account',
  allow: permissions.decideOnboarding,
  byKey: null,
  params: byUuid,
  body: emptyBody,
  reply: z.object({
    request: OnboardingRequest,
    /** As the form names them; their account sees nothing before they say yes. */
    owner: z.object({ uuid: Uuid.nullable(), name: z.string() }),
    /** The owner’s first. */
    invitations: z.array(MadeInvitation.extend({ email: z.string() })),
  }),
})

export const rejectOnboarding = endpoint({
  method: 'POST',
  path: '/onboarding/reject/:uuid',
  summary: 'Say no to an onboarding request',
  allow: permissions.decideOnboarding,
  byKey: null,
  params: byUuid,
  body: z.strictObject({ reason: requiredText(500) }),
  reply: z.object({ request: OnboardingRequest }),
})
