import type { BundleEntry, BundleLink, Device, Identifier, Patient } from '@medplum/fhirtypes'
import { nameUuid } from './name-uuid.ts'
import { type About, type Moment, observationsOf } from './observations.ts'

/** So many moments are written at a time. */
const SLICE = 500

const identifier = (uuid: string): Identifier[] => [
  { system: 'urn:ietf:rfc:3986', value: `urn:uuid:${uuid}` },
]

/** Known by their uuid: who they are stands in here and goes nowhere. A watch without an owner still has a wearer. */
function peopleAndThings(
  deviceUuid: string,
  ownerUuid: string | null,
): { about: About; entries: BundleEntry[] } {
  const patientUuid = ownerUuid ?? nameUuid(deviceUuid, 'wearer')
  const patient: Patient = {
    resourceType: 'Patient',
    id: patientUuid,
    identifier: identifier(patientUuid),
  }
  const device: Device = {
    resourceType: 'Device',
    id: deviceUuid,
    identifier: identifier(deviceUuid),
    patient: { reference: `urn:uuid:${patientUuid}` },
  }
  const entries = [patient, device].map((resource) => ({ fullUrl: `urn:uuid:${resource.id}`, resource }))
  return {
    about: { patient: `urn:uuid:${patientUuid}`, device: `urn:uuid:${deviceUuid}`, deviceUuid },
    entries,
  }
}

type Written = {
  deviceUuid: string
  ownerUuid: string | null
  moments: readonly Moment[]
  links: readonly BundleLink[]
}

const listed = (entries: readonly BundleEntry[]): string =>
  entries.map((entry) => `,\n${JSON.stringify(entry)}`).join('')

/** A collection, written slice by slice: fifty thousand observations are thirty megabytes of text. */
export async function* writeBundle({
  deviceUuid,
  ownerUuid,
  moments,
  links,
}: Written): AsyncGenerator<string> {
  const { about, entries } = peopleAndThings(deviceUuid, ownerUuid)
  const head = {
    resourceType: 'Bundle',
    type: 'collection',
    timestamp: new Date().toISOString(),
    link: links,
  }
  yield `${JSON.stringify(head).slice(0, -1)},"entry":[${listed(entries).slice(1)}`
  for (let at = 0; at < moments.length; at += SLICE)
    yield listed(moments.slice(at, at + SLICE).flatMap((moment) => observationsOf(moment, about)))
  yield ']}'
}
