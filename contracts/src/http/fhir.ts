import { z } from 'zod'
import { permissions } from '../permissions.ts'
import { Uuid } from '../wire.ts'
import { endpoint } from './endpoint.ts'
import { fhirResources, type FhirType } from './fhir-resources.ts'

const Text = z.string().min(1).max(400)
/** A parameter that stands there twice must hold both times, as a beginning and an end do. */
const Texts = z.union([Text, z.array(Text).max(8)]).optional()
const Count = z
  .string()
  .regex(/^[1-9]\d{0,3}$/)
  .optional()
/** Where a name stands in an order is longer than what is asked for. */
const Cursor = z.string().min(1).max(1_200)
const paging = { _count: Count, _cursor: Cursor.optional() }
/** Where a measurement is found: by which device, what, and when. */
const ObservationId = z.string().regex(/^[0-9a-f]{32}\.[\d-]{3,8}\.\d{1,13}$/)

/** Of an alarm, or of a person and which fact of their care it is. */
const FlagId = z.string().regex(/^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}(\.[A-Za-z]{3,30})?$/)

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
const { Observation, Flag, Communication, AuditEvent, Group, Subscription } = fhirResources

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
export const readGroup = read(Group, Uuid)
export const searchGroups = searchOf(Group)
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
