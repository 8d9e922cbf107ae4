import type { FhirType } from '@carewatch/contracts/http/fhir-resources'
import type { Source } from '../source.ts'
import { auditEvents } from './audit-events.ts'
import { communications } from './communications.ts'
import { deviceSource } from './devices.ts'
import { flags } from './flags.ts'
import { groups } from './groups.ts'
import { locations } from './locations.ts'
import { observations } from './observations.ts'
import { patients } from './patients.ts'
import { relatedPersons } from './related-persons.ts'
import { subscriptions } from './subscriptions.ts'
import { uses } from './uses.ts'

/** Where each kind of resource comes from. */
export const sources: Record<FhirType, Source> = {
  Patient: patients,
  Device: deviceSource,
  DeviceUseStatement: uses,
  RelatedPerson: relatedPersons,
  Location: locations,
  Observation: observations,
  Flag: flags,
  Communication: communications,
  AuditEvent: auditEvents,
  Group: groups,
  Subscription: subscriptions,
}

/** What is asked for person by person: of all people at once it would be without end. */
export const ofOnePerson: ReadonlySet<FhirType> = new Set([
  'DeviceUseStatement',
  'RelatedPerson',
  'Observation',
])
