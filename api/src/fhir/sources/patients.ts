import { wearers } from '@carewatch/migrations/schema/wearers'
import { and, asc, inArray } from 'drizzle-orm'
import { byWearer } from '../../access/persons.ts'
import { visibleWearers } from '../../access/visible-wearers.ts'
import { patientOf } from '../../exports/fhir/people.ts'
import { datesFor, idsOf, identifiedBy } from '../asked.ts'
import { isMoment } from '../dates.ts'
import { BATCH, type Found, inBatches, type Search } from '../source.ts'
import { isUuidAfter } from './uuid-after.ts'

/** The people under care in the caller's scope. */
export async function* patients({ needed: { db }, caller, asked, wearer }: Search): AsyncGenerator<Found> {
  const ids = [idsOf(asked), identifiedBy(asked), wearer && [wearer.uuid]]
  const which = and(
    visibleWearers(caller),
    ...ids.map((uuids) => uuids && inArray(wearers.uuid, uuids)),
    ...isMoment(wearers.updatedAt, datesFor(asked, '_lastUpdated')),
  )
  const rows = inBatches(
    asked.after,
    (after) =>
      db
        .select()
        .from(wearers)
        .where(and(which, isUuidAfter(wearers.uuid, after)))
        .orderBy(asc(wearers.uuid))
        .limit(BATCH),
    ({ uuid }) => uuid,
  )
  for await (const row of rows) {
    const { updatedAt, uuid } = row
    const resource = { ...patientOf(row), meta: { lastUpdated: updatedAt.toISOString() } }
    yield { resource, people: [byWearer(uuid)], place: uuid }
  }
}
