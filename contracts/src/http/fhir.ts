import { z } from 'zod'
import { permissions } from '../permissions.ts'
import type { Role } from '../roles.ts'
import type { Scope } from '../scopes.ts'
import { Uuid } from '../wire.ts'
import { endpoint } from './endpoint.ts'

/** How FHIR calls the kinds of parameters that are searched by. */
export type FhirParameter = 'token' | 'reference' | 'date'

/** So many resources a page, where nobody says how many, and at most. */
export const FHIR_PAGE = 50
export const FHIR_PAGE_MAX = 500

const Text = z.string().min(1).max(400)
/** A parameter that stands there twice must hold both times, as a beginning and an end do. */
const Texts = z.union([Text, z.array(Text).max(8)]).optional()
const Count = z
  .string()
  .regex(/^[1-9]\d{0,3}$/)
  .optional()
const paging = { _count: Count, _cursor: Text.optional() }
/** Where a measurement is found: by which device, what, and when. */
const ObservationId = z.string().regex(/^[0-9a-f]{32}\.[\d-]{3,8}\.\d{1,13}$/)

/** An alarm, or of somebody one of the facts that whoever comes to help has to know. */
export const careFacts = [
  'conditions',
  'allergies',
  'medicines',
  'mobility',
  'hearingAndSight',
  'fallRisk',
  'doNotResuscitate',
  'notes',
] as const
const FlagId = z
  .string()
  .regex(new RegExp(`^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}(\\.(${careFacts.join('|')}))?$`))

type Shape = Record<string, FhirParameter>
type About<Type extends string, Parameters extends Shape> = {
  type: Type
  what: string
  allow: readonly Role[]
  byKey?: Scope
  /** The scope of the same elsewhere, which a key needs besides. */
  holds?: Scope
  parameters: Parameters
  /** By which of its parameters its pages can be put in order (`_sort`). */
  sorts?: readonly (keyof Parameters & string)[]
}

/** What each kind of resource is searched by, and who may: the calls and the CapabilityStatement follow from it. */
const about = <const Type extends string, const Parameters extends Shape>({
  byKey = 'fhir:read',
  holds,
  sorts = [],
  ...one
}: About<Type, Parameters>) => ({ sorts, byKey, byKeyBeside: holds === undefined ? [] : [holds], ...one })

export const fhirResources = {
  Patient: about({
    type: 'Patient',
    holds: 'people:read',
    what: 'People under care',
    allow: permissions.exportFacts,
    parameters: { _id: 'token', identifier: 'token', _lastUpdated: 'date' },
  }),
  Device: about({
    type: 'Device',
    holds: 'devices:read',
    what: 'Watches',
    allow: permissions.exportFacts,
    parameters: {
      _id: 'token',
      identifier: 'token',
      patient: 'reference',
      status: 'token',
      _lastUpdated: 'date',
    },
  }),
  DeviceUseStatement: about({
    type: 'DeviceUseStatement',
    holds: 'people:read',
    what: 'What somebody wore from when until when',
    allow: permissions.exportFacts,
    parameters: { _id: 'token', patient: 'reference', subject: 'reference' },
  }),
  RelatedPerson: about({
    type: 'RelatedPerson',
    holds: 'people:read',
    what: 'Who is around somebody',
    allow: permissions.manageRelatives,
    parameters: { _id: 'token', patient: 'reference' },
  }),
  Location: about({
    type: 'Location',
    holds: 'rooms:read',
    what: 'Branches and their rooms',
    allow: permissions.seeRooms,
    parameters: { _id: 'token', status: 'token', partof: 'reference', _lastUpdated: 'date' },
  }),
  Observation: about({
    type: 'Observation',
    holds: 'readings:read',
    what: 'What was measured',
    allow: permissions.exportFacts,
    parameters: {
      _id: 'token',
      patient: 'reference',
      subject: 'reference',
      code: 'token',
      category: 'token',
      status: 'token',
      date: 'date',
    },
  }),
  Flag: about({
    type: 'Flag',
    holds: 'alarms:read',
    what: 'Alarms, open and over, and what has to be known of somebody',
    allow: permissions.seeAlarmHistory,
    sorts: ['date', '_lastUpdated'],
    parameters: {
      _id: 'token',
      patient: 'reference',
      subject: 'reference',
      status: 'token',
      date: 'date',
      _lastUpdated: 'date',
    },
  }),
  Communication: about({
    type: 'Communication',
    holds: 'alarms:read',
    what: 'Incidents: alarms that belong together, as they were told',
    allow: permissions.seeAlarmHistory,
    sorts: ['sent', '_lastUpdated'],
    parameters: {
      _id: 'token',
      patient: 'reference',
      subject: 'reference',
      status: 'token',
      sent: 'date',
      _lastUpdated: 'date',
    },
  }),
  AuditEvent: about({
    type: 'AuditEvent',
    what: 'Who did and who looked at what',
    allow: permissions.seeAudit,
    byKey: 'audit:read',
    sorts: ['date'],
    parameters: { _id: 'token', patient: 'reference', entity: 'reference', date: 'date' },
  }),
  Subscription: about({
    type: 'Subscription',
    what: 'Where programs are told of what happens',
    allow: permissions.followEvents,
    parameters: { _id: 'token', status: 'token' },
  }),
} as const
export type FhirType = keyof typeof fhirResources

/** What of each kind of resource an access token lets a program do, in the letters of SMART: read one (`r`), search (`s`), of a Subscription also make, change and end it (`c`, `u`, `d`). */
export type FhirGrants = Partial<Record<FhirType, string>>

const common = { method: 'GET', file: ['application/fhir+json'], reply: z.null() } as const

type Resource = (typeof fhirResources)[FhirType]

const read = <const One extends Resource, Id extends z.ZodType>(
  { type, what, allow, byKey, byKeyBeside }: One,
  id: Id,
) =>
  endpoint({
    ...common,
    path: `/fhir/${type}/:id` as const,
    summary: `${what}: one, as a ${type} of FHIR R4`,
    fhir: type,
    smart: `${type}.r` as const,
    allow,
    byKey,
    byKeyBeside,
    params: z.object({ id }),
  })

type Queried<Parameters> = { [Name in keyof Parameters]: typeof Texts } & typeof paging

const searchOf = <const One extends Resource>({
  type,
  what,
  allow,
  byKey,
  byKeyBeside,
  parameters,
  sorts,
}: One) => {
  const names = Object.keys(parameters)
  const order = sorts.flatMap((name) => [name, `-${name}`])
  const ordered = order.length > 0 ? { _sort: z.enum(order).optional() } : {}
  // Safe: the names of its own parameters.
  const shape = {
    ...Object.fromEntries(names.map((name) => [name, Texts])),
    ...ordered,
    ...paging,
  } as Queried<One['parameters']>
  return endpoint({
    ...common,
    path: `/fhir/${type}` as const,
    summary: `${what}: a page of those in your scope, as a Bundle of FHIR R4`,
    fhir: 'Bundle',
    smart: `${type}.s` as const,
    allow,
    byKey,
    byKeyBeside,
    query: z.strictObject(shape),
  })
}

const { Patient, Device, DeviceUseStatement, RelatedPerson, Location } = fhirResources
const { Observation, Flag, Communication, AuditEvent, Subscription } = fhirResources

export const readPatient = read(Patient, Uuid)
export const searchPatients = searchOf(Patient)
export const readFhirDevice = read(Device, Uuid)
export const searchFhirDevices = searchOf(Device)
export const readDeviceUse = read(DeviceUseStatement, Uuid)
export const searchDeviceUses = searchOf(DeviceUseStatement)
export const readRelatedPerson = read(RelatedPerson, Uuid)
export const searchRelatedPersons = searchOf(RelatedPerson)
export const readFhirLocation = read(Location, Uuid)
export const searchFhirLocations = searchOf(Location)
export const readObservation = read(Observation, ObservationId)
export const searchObservations = searchOf(Observation)
export const readFlag = read(Flag, FlagId)
export const searchFlags = searchOf(Flag)
export const readCommunication = read(Communication, Uuid)
export const searchCommunications = searchOf(Communication)
export const readAuditEvent = read(AuditEvent, Uuid)
export const searchAuditEvents = searchOf(AuditEvent)
export const readSubscription = read(Subscription, Uuid)
export const searchSubscriptions = searchOf(Subscription)

/** The parts of a person’s record, in the order in which `$everything` hands them out. The audit log is none. */
export const everythingTypes = [
  'Patient',
  'RelatedPerson',
  'Device',
  'DeviceUseStatement',
  'Flag',
  'Communication',
  'Observation',
] as const satisfies readonly FhirType[]

export const patientEverything = endpoint({
  ...common,
  path: '/fhir/Patient/:id/$everything',
  summary: 'All that you may see of a person, page by page, as a Bundle of FHIR R4',
  fhir: 'Bundle',
  smart: 'Patient.r',
  allow: permissions.exportFacts,
  byKey: 'fhir:read',
  byKeyBeside: Patient.byKeyBeside,
  params: z.object({ id: Uuid }),
  query: z.strictObject({ start: Text.optional(), end: Text.optional(), _type: Text.optional(), ...paging }),
})

export const fhirMetadata = endpoint({
  ...common,
  path: '/fhir/metadata',
  summary: 'What this server does of FHIR R4: its CapabilityStatement',
  fhir: 'CapabilityStatement',
  allow: 'anyone',
  byKey: null,
})
