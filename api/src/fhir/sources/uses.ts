import { assignments, wearers } from '@carewatch/migrations/schema/wearers'
import { and, eq, inArray } from 'drizzle-orm'
import { byWearer } from '../../access/persons.ts'
import { visibleWearers } from '../../access/visible-wearers.ts'
import { AHEAD } from '../../access/worn-spans.ts'
import { readUses, useOf } from '../../exports/fhir/uses.ts'
import { idsOf } from '../asked.ts'
import { type Found, type Search, withAddresses } from '../source.ts'

const EVER = { from: new Date(0), to: AHEAD }

/** Of one that is asked for by its id: whose it is, where that is the caller's to see. */
async function wearerOf({ needed: { db }, caller, asked, wearer }: Search) {
  if (wearer) return wearer
  const [found] = await db
    .select({ wearer: wearers })
    .from(assignments)
    .innerJoin(wearers, eq(wearers.id, assignments.wearerId))
    .where(and(inArray(assignments.uuid, idsOf(asked) ?? []), visibleWearers(caller)))
  return found?.wearer
}

/** What somebody wore, as far back as the caller may see it, the oldest first. */
export async function* uses(search: Search): AsyncGenerator<Found> {
  const { needed, caller, asked } = search
  const wearer = await wearerOf(search)
  if (!wearer) return
  const ids = idsOf(asked)
  const worn = await readUses(needed.db, caller, { wearerId: wearer.id, ...EVER })
  const start = asked.after === undefined ? 0 : worn.findIndex(({ uuid }) => uuid === asked.after) + 1
  const now = new Date()
  for (const use of worn.slice(start)) {
    if (ids && !ids.includes(use.uuid)) continue
    const resource = withAddresses(useOf(use, wearer.uuid, now))
    yield { resource, people: [byWearer(wearer.uuid)], place: use.uuid }
  }
}
