import { permissions } from '../permissions.ts'
import type { Role } from '../roles.ts'
import type { Scope } from '../scopes.ts'

/** How FHIR calls the kinds of parameters that are searched by. */
export type FhirParameter = 'token' | 'reference' | 'date'

/** So many resources a page, where nobody says how many, and at most. */
export const FHIR_PAGE = 50
export const FHIR_PAGE_MAX = 500

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
type Shape = Record<string, FhirParameter>
type About<Type extends string, Parameters extends Shape> = {
  type: Type
  what: string
  allow: readonly Role[]
  byKey?: Scope
  /** The scope of the same elsewhere, which a key needs besides. */
  holds?: Scope
  parameters: Parameters
  /** By what its pages can be put in order (`_sort`). */
  sorts?: readonly string[]
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
    sorts: ['family', 'name', 'birthdate', '_lastUpdated'],
    parameters: { _id: 'token', identifier: 'token', _lastUpdated: 'date' },
  }),
  Device: about({
    type: 'Device',
    holds: 'devices:read',
    what: 'Watches',
    allow: permissions.exportFacts,
    sorts: ['_lastUpdated'],
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
    sorts: ['name', '_lastUpdated'],
    parameters: { _id: 'token', status: 'token', partof: 'reference', _lastUpdated: 'date' },
  }),
  Observation: about({
    type: 'Observation',
    holds: 'readings:read',
    what: 'What was measured',
    allow: permissions.exportFacts,
    sorts: ['date'],
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
  Group: about({
    type: 'Group',
    holds: 'people:read',
    what: 'The people of a company, and of each of its branches',
    allow: permissions.exportInBulk,
    parameters: { _id: 'token' },
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
