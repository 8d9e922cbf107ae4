import type { FhirSubscription } from '@carewatch/contracts/fhir-subscriptions'
import { subscriptionTopics } from '@carewatch/contracts/fhir-subscriptions'
import { backport } from '@carewatch/contracts/http/fhir-subscriptions'
import type { Bundle, BundleEntry, Parameters, ParametersParameter, Resource } from '@medplum/fhirtypes'

/** What a notification is: the first message, an event, a sign that we are there, or asked for by the program. */
export type NotificationKind =
  | 'handshake'
  | 'event-notification'
  | 'heartbeat'
  | 'query-status'
  | 'query-event'

export type SubscriptionState = 'requested' | 'active' | 'error' | 'off'

/** An event by its number: when it was, and the resource that it is about. */
export type NumberedEvent = { number: number; at: Date; resource: Resource }

type Standing = {
  base: string
  uuid: string
  subscription: FhirSubscription
  status: SubscriptionState
  kind: NotificationKind
  /** So many events there were since it was made. */
  count: number
  error?: string | undefined
}

const referenceTo = ({ resourceType, id }: Resource): string => `${resourceType}/${id}`

function eventOf({ number, at, resource }: NumberedEvent, isEmpty: boolean): ParametersParameter {
  const part: ParametersParameter[] = [
    { name: 'event-number', valueString: String(number) },
    { name: 'timestamp', valueInstant: at.toISOString() },
    ...(isEmpty ? [] : [{ name: 'focus', valueReference: { reference: referenceTo(resource) } }]),
  ]
  return { name: 'notification-event', part }
}

/** SubscriptionStatus, as R4 writes it. */
export function statusOf(standing: Standing, events: readonly NumberedEvent[] = []): Parameters {
  const { base, uuid, subscription, status, kind, count, error } = standing
  const isEmpty = subscription.content === 'empty'
  return {
    resourceType: 'Parameters',
    id: crypto.randomUUID(),
    meta: { profile: [backport.status] },
    parameter: [
      { name: 'subscription', valueReference: { reference: `${base}/Subscription/${uuid}` } },
      ...(isEmpty
        ? []
        : [{ name: 'topic', valueCanonical: subscriptionTopics[subscription.topic].url } as const]),
      { name: 'status', valueCode: status },
      { name: 'type', valueCode: kind },
      { name: 'events-since-subscription-start', valueString: String(count) },
      ...events.map((event) => eventOf(event, isEmpty)),
      ...(error === undefined ? [] : [{ name: 'error', valueCodeableConcept: { text: error } }]),
    ],
  }
}

type Message = Standing & { id: string; at: Date; events: readonly NumberedEvent[] }

/** Each resource once, whatever events are about it. */
function entriesOf({ base, subscription, events }: Message): BundleEntry[] {
  if (subscription.content === 'empty') return []
  const each = new Map(events.map(({ resource }) => [referenceTo(resource), resource]))
  return [...each].map(([reference, resource]) => ({
    fullUrl: `${base}/${reference}`,
    ...(subscription.content === 'full-resource' && { resource }),
    request: { method: 'GET', url: reference },
    response: { status: '200' },
  }))
}

/** A notification: what it is about, and as much of it as was asked for. */
export function notificationOf(message: Message): Bundle {
  const { base, uuid, id, at, events } = message
  const status = statusOf(message, events)
  return {
    resourceType: 'Bundle',
    id,
    meta: { profile: [backport.notification] },
    type: 'history',
    timestamp: at.toISOString(),
    entry: [
      {
        fullUrl: `urn:uuid:${status.id}`,
        resource: status,
        request: { method: 'GET', url: `${base}/Subscription/${uuid}/$status` },
        response: { status: '200' },
      },
      ...entriesOf(message),
    ],
  }
}
