import * as contract from '@carewatch/contracts/http/fhir'
import type { Serve } from '../http/serve.ts'
import type { Services } from '../services.ts'
import { bulkRoutes } from './bulk/routes.ts'
import { capabilityStatement } from './capability.ts'
import type { Networks } from '../webhooks/receiver/networks.ts'
import { readEverything, readFhir, searchFhir } from './search.ts'
import { subscriptionRoutes } from './subscriptions/routes.ts'

const reads = [
  ['Patient', contract.readPatient],
  ['Device', contract.readFhirDevice],
  ['DeviceUseStatement', contract.readDeviceUse],
  ['RelatedPerson', contract.readRelatedPerson],
  ['Location', contract.readFhirLocation],
  ['Observation', contract.readObservation],
  ['Flag', contract.readFlag],
  ['Communication', contract.readCommunication],
  ['AuditEvent', contract.readAuditEvent],
  ['Group', contract.readGroup],
  ['Subscription', contract.readSubscription],
] as const
const searches = [
  ['Patient', contract.searchPatients],
  ['Device', contract.searchFhirDevices],
  ['DeviceUseStatement', contract.searchDeviceUses],
  ['RelatedPerson', contract.searchRelatedPersons],
  ['Location', contract.searchFhirLocations],
  ['Observation', contract.searchObservations],
  ['Flag', contract.searchFlags],
  ['Communication', contract.searchCommunications],
  ['AuditEvent', contract.searchAuditEvents],
  ['Group', contract.searchGroups],
  ['Subscription', contract.searchSubscriptions],
] as const

export function fhirRoutes(serve: Serve, services: Services, at: { publicUrl: string; own: Networks }): void {
  const parts = { ...services, ...at }
  for (const [type, endpoint] of reads)
    serve.fhir(endpoint, ({ params }, caller) => readFhir(parts, caller, { type, id: String(params.id) }))
  for (const [type, endpoint] of searches)
    serve.fhir(endpoint, ({ query }, caller) => searchFhir(parts, caller, { type, query }))
  serve.fhir(contract.patientEverything, (asked, caller) => readEverything(parts, caller, asked))
  bulkRoutes(serve, parts)
  subscriptionRoutes(serve, parts)
  serve.fhirToAnyone(contract.fhirMetadata, async () => capabilityStatement(parts))
}
