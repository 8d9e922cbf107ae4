import type { Shown } from './shown.ts'
import type * as contract from '@carewatch/contracts/http/fhir'
import type { EndpointName } from '@carewatch/contracts/http/index'

type OfFhir = Pick<Shown, EndpointName & keyof typeof contract>

/** The verbs note themselves whom each page names: what they answer says so, and the calls do not. */
export const shown: OfFhir = {
  readPatient: 'traced',
  searchPatients: 'traced',
  readFhirDevice: 'traced',
  searchFhirDevices: 'traced',
  readDeviceUse: 'traced',
  searchDeviceUses: 'traced',
  readRelatedPerson: 'traced',
  searchRelatedPersons: 'traced',
  readFhirLocation: 'nobody',
  searchFhirLocations: 'nobody',
  readObservation: 'traced',
  searchObservations: 'traced',
  readFlag: 'traced',
  searchFlags: 'traced',
  readCommunication: 'traced',
  searchCommunications: 'traced',
  readAuditEvent: 'traced',
  searchAuditEvents: 'traced',
  patientEverything: 'traced',
  fhirMetadata: 'nobody',
}
