import { Readable } from 'node:stream'
import type { Input } from '@carewatch/contracts/http/endpoint'
import {
  EXPORT_DAYS,
  EXPORT_DAYS_MAX,
  type exportFhirPerson as contract,
} from '@carewatch/contracts/http/exports'
import type { Bundle, BundleLink, Resource } from '@medplum/fhirtypes'
import type { Caller } from '../../access/viewer.ts'
import { getVisibleWearer } from '../../access/visible-wearer.ts'
import { type Range, rangeOf } from '../../http/range.ts'
import type { FileAnswer } from '../../http/serve.ts'
import type { Services } from '../../services.ts'
import type { Turns } from '../at-once.ts'
import { fileNameOf, traceExport } from '../export.ts'
import { flagOf, readAlarms } from './flags.ts'
import { patientOf, peopleAround, type WearerRow } from './people.ts'
import { deviceOf, readUses, useOf } from './uses.ts'

function linkOf(uuid: string, { from, to }: Range, after: string | undefined): BundleLink[] {
  if (after === undefined) return []
  const query = new URLSearchParams({ from: from.toISOString(), to: to.toISOString(), after }).toString()
  return [{ relation: 'next', url: `/api/export/fhir/person/${uuid}?${query}` }]
}

type Parts = Pick<Services, 'db'>
type Asked = Range & { wearer: WearerRow; after: string | undefined }

/** Each bundle stands by itself: it holds whoever and whatever its alarms name. */
async function bundleOf({ db }: Parts, caller: Caller, { wearer, after, ...range }: Asked): Promise<Bundle> {
  const { id: wearerId, uuid } = wearer
  const { found, hasMore } = await readAlarms(db, caller, { wearerId, after, ...range })
  const uses = await readUses(db, caller, { wearerId, ...range })
  const links = linkOf(uuid, range, hasMore ? found.at(-1)?.uuid : undefined)
  const now = new Date()
  const named = [...uses.map((use) => use.deviceUuid), ...found.flatMap((alarm) => alarm.deviceUuid ?? [])]
  const resources: Resource[] = [
    patientOf(wearer),
    ...(await peopleAround(db, caller, wearer)),
    ...[...new Set(named)].map(deviceOf),
    ...uses.map((use) => useOf(use, uuid, now)),
    ...found.map((alarm) => flagOf(alarm, uuid, caller.language)),
  ]
  return {
    resourceType: 'Bundle',
    type: 'collection',
    timestamp: now.toISOString(),
    // What is empty FHIR leaves out.
    ...(links.length > 0 && { link: links }),
    entry: resources.map((resource) => ({ fullUrl: `urn:uuid:${resource.id}`, resource })),
  }
}

/** A person, who is around them, what they wore and what was alarmed, in the words of other systems. */
export async function exportFhirPerson(
  services: Parts & { turns: Turns },
  caller: Caller,
  { params, query }: Input<typeof contract>,
): Promise<FileAnswer> {
  const range = rangeOf(query, { usual: EXPORT_DAYS, most: EXPORT_DAYS_MAX })
  const wearer = await getVisibleWearer(services.db, caller, params.uuid)
  const body = await services.turns.take(caller.id, async () => {
    await traceExport(services, caller, { what: { kind: 'person', format: 'fhir' }, subject: { wearer } })
    const bundle = await bundleOf(services, caller, { wearer, after: query.after, ...range })
    return Readable.from([JSON.stringify(bundle)], { objectMode: false })
  })
  return {
    body,
    mediaType: 'application/fhir+json',
    fileName: `${fileNameOf(['fhir', 'person'], range)}.json`,
  }
}
