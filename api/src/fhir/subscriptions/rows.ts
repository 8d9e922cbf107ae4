import { type FhirSubscription, subscriptionTopics } from '@carewatch/contracts/fhir-subscriptions'
import { backport } from '@carewatch/contracts/http/fhir-subscriptions'
import { Refusal } from '@carewatch/contracts/refusal'
import { apiKeys } from '@carewatch/migrations/schema/api-keys'
import { webhookDeliveries, webhooks, webhookTries } from '@carewatch/migrations/schema/webhooks'
import type { Db } from '@carewatch/platform/database/client'
import type { Extension, Subscription } from '@medplum/fhirtypes'
import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Viewer } from '../../access/viewer.ts'
import { visibleSubscriptions } from '../../access/visible-webhooks.ts'
import type { SubscriptionState } from './bundle.ts'

/** Nothing more is sent: it was switched off, its time is over, or its key ended. */
const isOver = sql<boolean>`(${webhooks.endsAt} <= now() or ${apiKeys.revokedAt} is not null or ${apiKeys.expiresAt} <= now()
  or ${webhooks.pause} in ('byPerson', 'keyEnded')) is true`

/** As FHIR calls it. */
const state = sql<SubscriptionState>`case when ${isOver} then 'off' when ${webhooks.pause} is not null then 'error'
  when ${webhooks.handshakenAt} is null then 'requested' else 'active' end`

/** Why its last message was not taken. */
const fault = sql<string | null>`case when ${webhooks.failures} > 0 then (
  select ${webhookTries.fault} from ${webhookTries} inner join ${webhookDeliveries} on ${webhookDeliveries.id} = ${webhookTries.deliveryId}
  where ${webhookDeliveries.webhookId} = ${webhooks.id} order by ${webhookTries.id} desc limit 1) end`

export const isInState = (states: readonly string[]): SQL =>
  sql`${state} = any(array(select jsonb_array_elements_text(${JSON.stringify(states)}::jsonb)))`

export const selectSubscriptions = (db: Db, viewer: Viewer, which?: SQL) =>
  db
    .select({
      id: webhooks.id,
      uuid: webhooks.uuid,
      companyId: webhooks.companyId,
      url: webhooks.url,
      subscription: webhooks.subscription,
      endsAt: webhooks.endsAt,
      updatedAt: webhooks.updatedAt,
      count: webhooks.eventCount,
      state: state.as('state'),
      fault: fault.as('fault'),
    })
    .from(webhooks)
    .innerJoin(apiKeys, eq(apiKeys.id, webhooks.apiKeyId))
    .where(and(visibleSubscriptions(viewer), which))
    .$dynamic()
type Selected = Awaited<ReturnType<typeof selectSubscriptions>>[number]
export type Row = Omit<Selected, 'subscription'> & { subscription: FhirSubscription }

export const known = ({ subscription, ...row }: Selected): Row[] =>
  subscription ? [{ ...row, subscription }] : []

/** One that is the viewer's; else it does not exist. */
export async function getSubscription(db: Db, viewer: Viewer, uuid: string): Promise<Row> {
  const [found] = (await selectSubscriptions(db, viewer, eq(webhooks.uuid, uuid))).flatMap(known)
  if (!found) throw new Refusal('notFound')
  return found
}

export const errorOf = ({ fault: name, state: now }: Row): string | undefined =>
  name === null || now === 'off'
    ? undefined
    : name === 'notMade'
      ? 'The last message could not be made.'
      : `The receiver did not take the last message: ${name}.`

const extensionsOf = ({ heartbeat, maxCount }: FhirSubscription): Extension[] => [
  ...(heartbeat === undefined ? [] : [{ url: backport.heartbeat, valueUnsignedInt: heartbeat }]),
  ...(maxCount === undefined ? [] : [{ url: backport.maxCount, valuePositiveInt: maxCount }]),
]

/** A Subscription as it stands. What is sent along to its receiver was said once, and is not said again. */
export function subscriptionOf(row: Row): Subscription {
  const { uuid, url, subscription, endsAt, updatedAt } = row
  const { topic, content, patient, reason } = subscription
  const { url: criteria, focus } = subscriptionTopics[topic]
  const extension = extensionsOf(subscription)
  const error = errorOf(row)
  const resource = {
    resourceType: 'Subscription',
    id: uuid,
    meta: { profile: [backport.subscription], lastUpdated: updatedAt.toISOString() },
    status: row.state,
    ...(endsAt && { end: endsAt.toISOString() }),
    reason,
    criteria,
    ...(patient !== undefined && {
      _criteria: {
        extension: [{ url: backport.filter, valueString: `${focus}?patient=Patient/${patient}` }],
      },
    }),
    ...(error !== undefined && { error }),
    channel: {
      ...(extension.length > 0 && { extension }),
      type: 'rest-hook',
      endpoint: url,
      payload: 'application/fhir+json',
      _payload: { extension: [{ url: backport.content, valueCode: content }] },
    },
  }
  // Safe: the types leave out the extensions of what is a text.
  return resource as Subscription
}
