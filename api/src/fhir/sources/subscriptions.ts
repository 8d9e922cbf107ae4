import { webhooks } from '@carewatch/migrations/schema/webhooks'
import { and, asc, inArray } from 'drizzle-orm'
import { idsOf } from '../asked.ts'
import { BATCH, type Found, inBatches, type Search } from '../source.ts'
import { isInState, known, selectSubscriptions, subscriptionOf } from '../subscriptions/rows.ts'
import { isUuidAfter } from './uuid-after.ts'

/** The Subscriptions that the caller's program made. */
export async function* subscriptions({ needed: { db }, caller, asked }: Search): AsyncGenerator<Found> {
  const ids = idsOf(asked)
  const states = asked.tokens.get('status')?.map(({ code }) => code)
  const which = and(ids && inArray(webhooks.uuid, ids), states && isInState(states))
  const rows = inBatches(
    asked.after,
    (after) =>
      selectSubscriptions(db, caller, and(which, isUuidAfter(webhooks.uuid, after)))
        .orderBy(asc(webhooks.uuid))
        .limit(BATCH),
    ({ uuid }) => uuid,
  )
  for await (const row of rows)
    for (const one of known(row)) yield { resource: subscriptionOf(one), people: [], place: one.uuid }
}
