import type { BundleEntry, BundleLink, Device, Observation, Patient } from '@medplum/fhirtypes'
import { nameUuid } from './name-uuid.ts'
import { type About, type Moment, observationsOf } from './observations.ts'
import { identifier, patientOf, type WearerRow } from './people.ts'

/** So many moments are written at a time. */
const SLICE = 500

/** What nobody wears still measured somebody. */
function peopleAndThings(
  deviceUuid: string,
  wearer: WearerRow | null,
): { about: Omit<About, 'zone'>; entries: BundleEntry[] } {
  const patientUuid = wearer?.uuid ?? nameUuid(deviceUuid, 'wearer')
  const nobody: Patient = { resourceType: 'Patient', id: patientUuid, identifier: identifier(patientUuid) }
  const patient = wearer ? patientOf(wearer) : nobody
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
  wearer: WearerRow | null
  zone: string
  moments: readonly Moment[]
  links: readonly BundleLink[]
}

/** Within a bundle each is known by a name that is the same in every export. */
const entryOf = (deviceUuid: string, resource: Observation): BundleEntry => ({
  fullUrl: `urn:uuid:${nameUuid(deviceUuid, resource.id ?? '')}`,
  resource,
})

const listed = (entries: readonly BundleEntry[]): string =>
  entries.map((entry) => `,\n${JSON.stringify(entry)}`).join('')

/** A collection, written slice by slice: fifty thousand observations are thirty megabytes of text. */
export async function* writeBundle(written: Written): AsyncGenerator<string> {
  const { deviceUuid, wearer, zone, moments, links } = written
  const { about, entries } = peopleAndThings(deviceUuid, wearer)
  const head = {
    resourceType: 'Bundle',
    type: 'collection',
    timestamp: new Date().toISOString(),
    // What is empty FHIR leaves out.
    ...(links.length > 0 && { link: links }),
  }
  yield `${JSON.stringify(head).slice(0, -1)},"entry":[${listed(entries).slice(1)}`
  for (let at = 0; at < moments.length; at += SLICE)
    yield listed(
      moments
        .slice(at, at + SLICE)
        .flatMap((moment) => observationsOf(moment, { ...about, zone }))
        .map((observation) => entryOf(deviceUuid, observation)),
    )
  yield ']}'
}
