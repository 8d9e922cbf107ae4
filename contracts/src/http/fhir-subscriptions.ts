import { z } from 'zod'
import { HEARTBEAT_SECONDS, payloadContents, subscriptionTopics } from '../fhir-subscriptions.ts'
import { permissions } from '../permissions.ts'
import { Instant, Uuid } from '../wire.ts'
import { endpoint } from './endpoint.ts'
import { requiredText } from './fields.ts'
import { WEBHOOK_URL_MAX } from './webhooks.ts'

const BACKPORT = 'http://hl7.org/fhir/uv/subscriptions-backport/StructureDefinition'
export const backport = {
  subscription: `${BACKPORT}/backport-subscription`,
  notification: `${BACKPORT}/backport-subscription-notification-r4`,
  status: `${BACKPORT}/backport-subscription-status-r4`,
  filter: `${BACKPORT}/backport-filter-criteria`,
  content: `${BACKPORT}/backport-payload-content`,
  heartbeat: `${BACKPORT}/backport-heartbeat-period`,
  maxCount: `${BACKPORT}/backport-max-count`,
  topic: `${BACKPORT}/capabilitystatement-subscriptiontopic-canonical`,
} as const

const REASON_MAX = 500
const FILTER_MAX = 200
const HEADERS_MAX = 5
const HEADER_MAX = 1_000
const FHIR_JSON = 'application/fhir+json'

/** What lets us in at the receiver, and names of its own: no head by which a connection is made. */
const Header = z
  .string()
  .max(HEADER_MAX)
  .regex(/^([Aa]uthorization|[Xx]-[\w-]{1,60}): ?[\x20-\x7e]+$/)
  .meta({ examples: ['Authorization: Bearer of-the-receiver'] })

const Content = z.strictObject({ url: z.literal(backport.content), valueCode: z.enum(payloadContents) })
const Filter = z.strictObject({
  url: z.literal(backport.filter),
  valueString: requiredText(FILTER_MAX).meta({
    examples: ['Flag?patient=Patient/0198c0de-0000-7000-8000-000000000001'],
  }),
})
const Heartbeat = z.strictObject({
  url: z.literal(backport.heartbeat),
  valueUnsignedInt: z.int().min(HEARTBEAT_SECONDS.min).max(HEARTBEAT_SECONDS.max),
})
const MaxCount = z.strictObject({
  url: z.literal(backport.maxCount),
  valuePositiveInt: z.int().min(1).max(10_000),
})

/** A Subscription of FHIR R4 as the backport of topics has it; what we do not do is refused and not left out in silence. */
const SubscriptionBody = z.strictObject({
  resourceType: z.literal('Subscription'),
  id: Uuid.optional(),
  meta: z.looseObject({}).optional(),
  status: z.enum(['requested', 'active', 'error', 'off']),
  reason: requiredText(REASON_MAX),
  error: z.string().max(REASON_MAX).optional(),
  end: Instant.optional(),
  /** The topic. */
  criteria: requiredText(FILTER_MAX).meta({ examples: [subscriptionTopics.alarms.url] }),
  _criteria: z.strictObject({ extension: z.array(Filter).max(1) }).optional(),
  channel: z.strictObject({
    type: z.literal('rest-hook'),
    endpoint: requiredText(WEBHOOK_URL_MAX).meta({ examples: ['https://ehr.example.org/notifications'] }),
    payload: z.literal(FHIR_JSON).default(FHIR_JSON),
    _payload: z.strictObject({ extension: z.array(Content).length(1) }),
    header: z.array(Header).max(HEADERS_MAX).optional(),
    extension: z
      .array(z.union([Heartbeat, MaxCount]))
      .max(2)
      .optional(),
  }),
})
export type SubscriptionBody = z.output<typeof SubscriptionBody>

const byId = z.object({ id: Uuid })
const common = {
  allow: permissions.followEvents,
  file: [FHIR_JSON],
  reply: z.unknown(),
} as const
const limit = { calls: 60, minutes: 10 }

export const createSubscription = endpoint({
  ...common,
  method: 'POST',
  path: '/fhir/Subscription',
  summary:
    'Have your program told of what happens (topic-based Subscription of FHIR R4). For programs alone: it is told by the scopes and branches of its key',
  fhir: 'Subscription',
  writes: 'create',
  smart: 'Subscription.c',
  byKey: 'fhir:write',
  byKeyBeside: ['fhir:read'],
  limit,
  body: SubscriptionBody,
})

export const updateSubscription = endpoint({
  ...common,
  method: 'PUT',
  path: '/fhir/Subscription/:id',
  summary: 'Change a Subscription of your program, or switch it off and on again',
  fhir: 'Subscription',
  writes: 'update',
  smart: 'Subscription.u',
  byKey: 'fhir:write',
  byKeyBeside: ['fhir:read'],
  limit,
  params: byId,
  body: SubscriptionBody,
})

export const deleteSubscription = endpoint({
  ...common,
  method: 'DELETE',
  path: '/fhir/Subscription/:id',
  summary: 'End a Subscription for good; what waits for it is not sent',
  fhir: 'OperationOutcome',
  writes: 'delete',
  smart: 'Subscription.d',
  byKey: 'fhir:write',
  byKeyBeside: ['fhir:read'],
  params: byId,
})

export const subscriptionStatus = endpoint({
  ...common,
  method: 'GET',
  path: '/fhir/Subscription/:id/$status',
  summary: 'How a Subscription stands, and how many events there were',
  fhir: 'Bundle',
  smart: 'Subscription.r',
  byKey: 'fhir:read',
  params: byId,
})

const EventNumber = z
  .string()
  .regex(/^\d{1,15}$/)
  .optional()

export const subscriptionEvents = endpoint({
  ...common,
  method: 'GET',
  path: '/fhir/Subscription/:id/$events',
  summary: 'What a Subscription was told, by the numbers of its events, as it is now',
  fhir: 'Bundle',
  smart: 'Subscription.r',
  byKey: 'fhir:read',
  params: byId,
  query: z.strictObject({
    eventsSinceNumber: EventNumber,
    eventsUntilNumber: EventNumber,
    content: z.enum(payloadContents).optional(),
  }),
})
