import type { Input } from '@carewatch/contracts/http/endpoint'
import type * as contract from '@carewatch/contracts/http/fhir-subscriptions'
import { Refusal } from '@carewatch/contracts/refusal'
import { outgoingEvents, webhookDeliveries } from '@carewatch/migrations/schema/webhooks'
import type { Bundle } from '@medplum/fhirtypes'
import { and, asc, eq, getTableColumns, gte, isNotNull, lte } from 'drizzle-orm'
import type { Caller } from '../../access/viewer.ts'
import { baseOf } from '../base.ts'
import { noteViewings, type Parts } from '../search.ts'
import type { Found } from '../source.ts'
import { notificationOf, type NumberedEvent, statusOf } from './bundle.ts'
import { type Happened, mayHear, seenOf } from './focus.ts'
import { errorOf, getSubscription, type Row } from './rows.ts'

const standingOf = (parts: Parts, row: Row) => {
  const { uuid, subscription, state: status, count } = row
  return { base: baseOf(parts), uuid, subscription, status, count, error: errorOf(row) }
}

/** How a Subscription stands. */
export async function readStatus(
  parts: Parts,
  caller: Caller,
  { params }: Input<typeof contract.subscriptionStatus>,
): Promise<Bundle> {
  const row = await getSubscription(parts.db, caller, params.id)
  const status = statusOf({ ...standingOf(parts, row), kind: 'query-status' })
  return {
    resourceType: 'Bundle',
    type: 'searchset',
    total: 1,
    entry: [{ fullUrl: `urn:uuid:${status.id}`, resource: status, search: { mode: 'match' } }],
  }
}

/** So many messages are looked at for one answer; whoever wants more asks from behind the last number. */
const MOST_MESSAGES = 100

type Numbers = { from: number; to: number }

const messagesOf = ({ db }: Parts, { id }: Row, { from, to }: Numbers) =>
  db
    .select({ delivery: webhookDeliveries, event: getTableColumns(outgoingEvents) })
    .from(webhookDeliveries)
    .leftJoin(outgoingEvents, eq(outgoingEvents.id, webhookDeliveries.eventId))
    .where(
      and(
        eq(webhookDeliveries.webhookId, id),
        isNotNull(webhookDeliveries.lastEvent),
        gte(webhookDeliveries.lastEvent, from),
        lte(webhookDeliveries.firstEvent, to),
      ),
    )
    .orderBy(asc(webhookDeliveries.lastEvent), asc(webhookDeliveries.id))
    .limit(MOST_MESSAGES)
type Message = Awaited<ReturnType<typeof messagesOf>>[number]

const happenedIn = ({ delivery, event }: Message): Happened => {
  const { readingsAfter, readingsUntil, readingsSince, createdAt: at } = delivery
  if (event) return { event, range: null, at: event.at }
  const since = readingsSince?.getTime() ?? 0
  return { event: null, range: { after: readingsAfter ?? 0, until: readingsUntil ?? 0, since }, at }
}

/** What events were about, by their numbers: as it is now, and as much of it as the caller may see now. */
async function eventsOf(parts: Parts, caller: Caller, asked: { row: Row; numbers: Numbers }) {
  const { row, numbers } = asked
  const { subscription } = row
  const seen: { found: Found; event: NumberedEvent }[] = []
  for (const message of await messagesOf(parts, row, numbers)) {
    const happened = happenedIn(message)
    const { found } = await seenOf(parts, caller, { subscription, happened })
    const last = message.delivery.lastEvent ?? 0
    // Of what is there no more the first are missing.
    const first = Math.max(message.delivery.firstEvent ?? 0, last - found.length + 1)
    found.forEach((one, index) => {
      const number = first + index
      if (number >= numbers.from && number <= Math.min(last, numbers.to))
        seen.push({ found: one, event: { number, at: happened.at, resource: one.resource } })
    })
  }
  return seen
}

/** What a Subscription was told, for a program that finds a gap in the numbers. */
export async function readEvents(
  parts: Parts,
  caller: Caller,
  { params, query }: Input<typeof contract.subscriptionEvents>,
): Promise<Bundle> {
  const row = await getSubscription(parts.db, caller, params.id)
  if (!mayHear(caller, row.subscription)) throw new Refusal('forbidden')
  const { eventsSinceNumber = '1', eventsUntilNumber, content } = query
  const numbers = { from: Number(eventsSinceNumber), to: Number(eventsUntilNumber ?? row.count) }
  const seen = await eventsOf(parts, caller, { row, numbers })
  const standing = standingOf(parts, row)
  const subscription = { ...row.subscription, ...(content && { content }) }
  if (subscription.content !== 'empty')
    noteViewings(
      parts.viewings,
      caller,
      seen.map(({ found }) => found),
    )
  const events = seen.map(({ event }) => event)
  const [id, at] = [crypto.randomUUID(), new Date()]
  return notificationOf({ ...standing, subscription, kind: 'query-event', id, at, events })
}
