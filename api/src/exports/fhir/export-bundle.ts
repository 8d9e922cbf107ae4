import { Readable } from 'node:stream'
import type { Input } from '@carewatch/contracts/http/endpoint'
import { EXPORT_DAYS, EXPORT_DAYS_MAX, type exportFhir } from '@carewatch/contracts/http/exports'
import { wearers } from '@carewatch/migrations/schema/wearers'
import { sql } from 'drizzle-orm'
import type { BundleLink } from '@medplum/fhirtypes'
import type { Caller } from '../../access/viewer.ts'
import { getVisibleDevice } from '../../access/visible-device.ts'
import { laterOf } from '../../access/worn.ts'
import { type Range, rangeOf } from '../../http/range.ts'
import type { FileAnswer } from '../../http/serve.ts'
import type { Services } from '../../services.ts'
import type { Turns } from '../at-once.ts'
import { fileNameOf, traceExport } from '../export.ts'
import { type Moments, readMoments } from './read-moments.ts'
import type { WearerRow } from './people.ts'
import { writeBundle } from './write-bundle.ts'
import { zoneOf } from './zone-of.ts'

/** Of whom the facts are that the caller is shown: who wears the device now. */
async function wearerOf({ db }: Pick<Services, 'db'>, deviceId: number): Promise<WearerRow | null> {
  // unscoped: who wears a device that was found before, as its facts are the caller's to see
  const [wearer] = await db
    .select()
    .from(wearers)
    .where(sql`${wearers.id} = present_wearer(${deviceId})`)
  return wearer ?? null
}

/** Where the next bundle begins; FHIR wants it as a link. */
function linksOf(imei: string, { from, to }: Range, { moments, hasMore }: Moments): BundleLink[] {
  const last = moments.at(-1)
  if (!hasMore || !last) return []
  const query = new URLSearchParams({
    from: from.toISOString(),
    to: to.toISOString(),
    after: last.time.toISOString(),
  }).toString()
  return [{ relation: 'next', url: `/api/export/fhir/${imei}?${query}` }]
}

/** A device's vitals in the words of other systems. */
export async function exportFhirBundle(
  services: Pick<Services, 'db' | 'facts'> & { turns: Turns },
  caller: Caller,
  { params: { imei }, query }: Input<typeof exportFhir>,
): Promise<FileAnswer> {
  const range = rangeOf(query, { usual: EXPORT_DAYS, most: EXPORT_DAYS_MAX })
  const device = await getVisibleDevice(services.db, caller, { imei })
  const body = await services.turns.take(caller.id, async () => {
    await traceExport(services, caller, { what: { kind: 'readings', format: 'fhir' }, subject: { device } })
    const justBefore = new Date(laterOf(range.from, device.shownSince).getTime() - 1)
    const after = laterOf(query.after ?? justBefore, justBefore)
    const found = await readMoments(services.facts, { deviceId: device.id, from: after, to: range.to })
    const links = linksOf(imei, range, found)
    const wearer = await wearerOf(services, device.id)
    const zone = await zoneOf(services.db, device.id)
    const bundle = { deviceUuid: device.uuid, wearer, zone, moments: found.moments, links }
    return Readable.from(writeBundle(bundle), { objectMode: false })
  })
  return { body, mediaType: 'application/fhir+json', fileName: `${fileNameOf(['fhir', imei], range)}.json` }
}
