import { devices, relatives } from '@carewatch/migrations/schema/devices'
import { wearerRelations, wearers } from '@carewatch/migrations/schema/wearers'
import { and, inArray, or, sql } from 'drizzle-orm'
import { byWearer } from '../../access/persons.ts'
import { visibleDevices } from '../../access/visible.ts'
import { visibleWearers } from '../../access/visible-wearers.ts'
import { peopleAround } from '../../exports/fhir/people.ts'
import { idsOf } from '../asked.ts'
import { type Found, type Search, withAddresses } from '../source.ts'

/** Around whom somebody is who is asked for by their id, where that is the caller's to see. */
async function wearerOf({ needed: { db }, caller, asked, wearer }: Search) {
  if (wearer) return wearer
  const ids = idsOf(asked) ?? []
  const related = sql`${wearers.id} in (select ${wearerRelations.wearerId} from ${wearerRelations} where ${inArray(wearerRelations.uuid, ids)})`
  const called = sql`${wearers.id} in (select present_wearer(${devices.id}) from ${relatives}
    inner join ${devices} on ${devices.id} = ${relatives.deviceId} where ${inArray(relatives.uuid, ids)} and ${visibleDevices(caller)})`
  const [found] = await db
    .select()
    .from(wearers)
    .where(and(visibleWearers(caller), or(related, called)))
  return found
}

/** Who is around somebody, for those who may list their relatives. */
export async function* relatedPersons(search: Search): AsyncGenerator<Found> {
  const { needed, caller, asked } = search
  const ids = idsOf(asked)
  if (ids?.length === 0) return
  const wearer = await wearerOf(search)
  if (!wearer) return
  const people = await peopleAround(needed.db, caller, wearer)
  const start = asked.after === undefined ? 0 : people.findIndex(({ id }) => id === asked.after) + 1
  for (const person of people.slice(start)) {
    const { id = '' } = person
    if (ids && !ids.includes(id)) continue
    yield { resource: withAddresses(person), people: [byWearer(wearer.uuid)], place: id }
  }
}
