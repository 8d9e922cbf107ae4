import type { BundleEntry, BundleLink, Device, Patient } from '@medplum/fhirtypes'
import { nameUuid } from './name-uuid.ts'
import { type About, type Moment, observationsOf } from './observations.ts'
import { identifier, patientOf, type WearerRow } from './people.ts'

/** So many moments are written at a time. */
const SLICE = 500

/** What nobody wears still measured somebody. */
function peopleAndThings(
  deviceUuid: string,
  wearer: WearerRow | null,
): { about: About; entries: BundleEntry[] } {
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
  moments: readonly Moment[]
  links: readonly BundleLink[]
}

const listed = (entries: readonly BundleEntry[]): string =>
  entries.map((entry) => `,\n${JSON.stringify(entry)}`).join('')

/** A collection, written slice by slice: fifty thousand observations are thirty megabytes of text. */
export async function* writeBundle({ deviceUuid, wearer, moments, links }: Written): AsyncGenerator<string> {
  const { about, entries } = peopleAndThings(deviceUuid, wearer)
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
