import { assignments, wearers } from '@carewatch/migrations/schema/wearers'
import { and, asc, eq, getTableColumns, inArray } from 'drizzle-orm'
import { byWearer } from '../../access/persons.ts'
import { visibleWearers } from '../../access/visible-wearers.ts'
import { AHEAD } from '../../access/worn-spans.ts'
import { readUses, useOf } from '../../exports/fhir/uses.ts'
import { idsOf } from '../asked.ts'
import { afterPlace, type Found, type Search, withAddresses } from '../source.ts'

const EVER = { from: new Date(0), to: AHEAD }

/** Of those that are asked for by their ids: whose they are, where that is the caller's to see. */
async function wearersOf({ needed: { db }, caller, asked, wearer }: Search) {
  if (wearer) return [wearer]
  return db
    .selectDistinctOn([wearers.id], getTableColumns(wearers))
    .from(assignments)
    .innerJoin(wearers, eq(wearers.id, assignments.wearerId))
    .where(and(inArray(assignments.uuid, idsOf(asked) ?? []), visibleWearers(caller)))
    .orderBy(asc(wearers.id))
}

/** What somebody wore, as far back as the caller may see it, the oldest first; by ids one person's after another's. */
async function* allUses(search: Search): AsyncGenerator<Found> {
  const { needed, caller, asked } = search
  const ids = idsOf(asked)
  const now = new Date()
  for (const { id: wearerId, uuid } of await wearersOf(search))
    for (const use of await readUses(needed.db, caller, { wearerId, ...EVER })) {
      if (ids && !ids.includes(use.uuid)) continue
      const resource = withAddresses(useOf(use, uuid, now))
      yield { resource, people: [byWearer(uuid)], place: use.uuid }
    }
}

export const uses = (search: Search): AsyncGenerator<Found> => afterPlace(search.asked.after, allUses(search))
