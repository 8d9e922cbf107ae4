import { devices, relatives } from '@carewatch/migrations/schema/devices'
import { wearerRelations, wearers } from '@carewatch/migrations/schema/wearers'
import { and, asc, inArray, or, sql } from 'drizzle-orm'
import { byWearer } from '../../access/persons.ts'
import { visibleDevices } from '../../access/visible.ts'
import { visibleWearers } from '../../access/visible-wearers.ts'
import { peopleAround } from '../../exports/fhir/people.ts'
import { idsOf } from '../asked.ts'
import { afterPlace, type Found, type Search, withAddresses } from '../source.ts'

/** Around whom those are who are asked for by their ids, where that is the caller's to see. */
async function wearersOf({ needed: { db }, caller, asked, wearer }: Search) {
  if (wearer) return [wearer]
  const ids = idsOf(asked) ?? []
  const related = sql`${wearers.id} in (select ${wearerRelations.wearerId} from ${wearerRelations} where ${inArray(wearerRelations.uuid, ids)})`
  const called = sql`${wearers.id} in (select present_wearer(${devices.id}) from ${relatives}
    inner join ${devices} on ${devices.id} = ${relatives.deviceId} where ${inArray(relatives.uuid, ids)} and ${visibleDevices(caller)})`
  return db
    .select()
    .from(wearers)
    .where(and(visibleWearers(caller), or(related, called)))
    .orderBy(asc(wearers.id))
}

/** Who is around somebody, for those who may list their relatives; by ids around one person after another. */
async function* allRelated(search: Search): AsyncGenerator<Found> {
  const { needed, caller, asked } = search
  const ids = idsOf(asked)
  if (ids?.length === 0) return
  for (const wearer of await wearersOf(search))
    for (const person of await peopleAround(needed.db, caller, wearer)) {
      const { id = '' } = person
      if (ids && !ids.includes(id)) continue
      yield { resource: withAddresses(person), people: [byWearer(wearer.uuid)], place: id }
    }
}

export const relatedPersons = (search: Search): AsyncGenerator<Found> =>
  afterPlace(search.asked.after, allRelated(search))
