import { wearers } from '@carewatch/migrations/schema/wearers'
import { and, getTableColumns, inArray, sql } from 'drizzle-orm'
import { byWearer } from '../../access/persons.ts'
import { visibleWearers } from '../../access/visible-wearers.ts'
import { patientOf, type WearerRow } from '../../exports/fhir/people.ts'
import { datesFor, idsOf, identifiedBy } from '../asked.ts'
import { isMoment } from '../dates.ts'
import { BATCH, type Found, inBatches, type Search } from '../source.ts'
import { byBytes, columnsOf, isAfterIn, orderFor, placeIn } from './in-order.ts'

/** Whoever was born nobody knows when comes before all others. */
const texts = {
  family: byBytes(sql`lower(${wearers.lastName})`),
  name: byBytes(sql`lower(${wearers.lastName} || ' ' || ${wearers.firstName})`),
  birthdate: byBytes(sql`coalesce(${wearers.dob}::text, '')`),
}

/** The people under care in the caller's scope. */
export async function* patients({ needed: { db }, caller, asked, wearer }: Search): AsyncGenerator<Found> {
  const ids = [idsOf(asked), identifiedBy(asked), wearer && [wearer.uuid]]
  const which = and(
    visibleWearers(caller),
    ...ids.map((uuids) => uuids && inArray(wearers.uuid, uuids)),
    ...isMoment(wearers.updatedAt, datesFor(asked, '_lastUpdated')),
  )
  const order = orderFor(asked, { uuid: wearers.uuid, moments: { _lastUpdated: wearers.updatedAt }, texts })
  const text = sql<string>`${order.isText ? order.by : sql`''`}`
  const placeOf = ({ row, key }: { row: WearerRow; key: string }): string =>
    placeIn(order, order.isText ? key : row.updatedAt, row.uuid)
  const rows = inBatches(
    asked.after,
    (after) =>
      db
        .select({ row: getTableColumns(wearers), key: text })
        .from(wearers)
        .where(and(which, isAfterIn(order, after)))
        .orderBy(...columnsOf(order))
        .limit(BATCH),
    placeOf,
  )
  for await (const one of rows) {
    const { updatedAt, uuid } = one.row
    const resource = { ...patientOf(one.row), meta: { lastUpdated: updatedAt.toISOString() } }
    yield { resource, people: [byWearer(uuid)], place: placeOf(one) }
  }
}
