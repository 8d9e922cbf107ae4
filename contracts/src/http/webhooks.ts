import { z } from 'zod'
import { KnownPassword } from '../passwords.ts'
import { permissions } from '../permissions.ts'
import { WebhookDeliveryState, WebhookFault, WebhookPause, WebhookTopic, webhookTopics } from '../webhooks.ts'
import { Instant, Uuid } from '../wire.ts'
import { graceHours } from './api-keys.ts'
import { emptyBody, endpoint, nothing, paging, Total } from './endpoint.ts'
import { Named, requiredText } from './fields.ts'

export const WEBHOOK_URL_MAX = 500
/** A company has no more. */
export const WEBHOOKS_MAX = 20

export const Webhook = z
  .object({
    uuid: Uuid,
    url: z.string(),
    topics: z.array(WebhookTopic),
    /** A program made it itself, in FHIR, and changes it there. */
    isSubscription: z.boolean(),
    company: Named,
    /** By whose scopes and branches it is told. */
    apiKey: Named,
    createdAt: Instant,
    createdBy: Named.nullable(),
    /** Why nothing is sent now; null: it is. */
    pause: WebhookPause.nullable(),
    pausedAt: Instant.nullable(),
    /** When its receiver took something last. */
    lastSentAt: Instant.nullable(),
    /** Tries that were not taken since. */
    failures: z.int(),
    /** Messages that wait, and since when the oldest of them does. */
    waiting: z.int(),
    waitingSince: Instant.nullable(),
    /** Messages that were given up in the last 30 days. */
    failed: z.int(),
    /** Until when messages bear the signature of the secret of before too. */
    formerUntil: Instant.nullable(),
  })
  .meta({ id: 'Webhook' })
export type Webhook = z.output<typeof Webhook>

export const WebhookTry = z
  .object({
    at: Instant,
    /** What the receiver answered; null: nothing came. */
    status: z.int().nullable(),
    durationMs: z.int(),
    /** Null: it was taken. */
    fault: WebhookFault.nullable(),
  })
  .meta({ id: 'WebhookTry' })

export const WebhookDelivery = z
  .object({
    uuid: Uuid,
    /** As it stands in the message, such as `alarm.opened`. */
    type: z.string(),
    /** The alarm, assignment or task; null: readings, or it was sent to see whether it comes. */
    subjectUuid: Uuid.nullable(),
    createdAt: Instant,
    state: WebhookDeliveryState,
    /** When it is tried next; null: it waits for nothing. */
    nextAt: Instant.nullable(),
    settledAt: Instant.nullable(),
    /** The newest first, 20 at most. */
    tries: z.array(WebhookTry),
  })
  .meta({ id: 'WebhookDelivery' })
export type WebhookDelivery = z.output<typeof WebhookDelivery>

const byUuid = z.object({ uuid: Uuid })
const limit = { calls: 60, minutes: 10 }
const answered = z.object({ webhook: Webhook })
const withSecret = answered.extend({
  /** Said this once; it signs every message. */
  secret: z.string(),
})
const given = {
  url: requiredText(WEBHOOK_URL_MAX),
  topics: z
    .array(WebhookTopic)
    .min(1, { error: 'is required' })
    .max(webhookTopics.length, { error: 'tooMany' }),
}

export const allWebhooks = endpoint({
  method: 'GET',
  path: '/webhooks/all',
  summary: 'The webhooks of your company; an administrator may say of which company',
  allow: permissions.manageApiKeys,
  byKey: null,
  query: z.strictObject({ page: paging.page, size: paging.size, companyUuid: Uuid.optional() }),
  reply: z.object({ webhooks: z.array(Webhook), total: Total }),
})

export const newWebhook = endpoint({
  method: 'POST',
  path: '/webhooks/new',
  summary:
    'Have a program told of what happens, within the scopes and branches of an API key. The secret that signs the messages is said in the answer and never again; the password is asked for',
  allow: permissions.manageApiKeys,
  byKey: null,
  limit,
  body: z.strictObject({ ...given, apiKeyUUID: Uuid, password: KnownPassword }),
  reply: withSecret,
})

export const updateWebhook = endpoint({
  method: 'POST',
  path: '/webhooks/update/:uuid',
  summary: 'Change where a webhook leads, what it is told of, and by which key; the password is asked for',
  allow: permissions.manageApiKeys,
  byKey: null,
  limit,
  params: byUuid,
  body: z.strictObject({
    ...given,
    /** Another key of its company, by whose scopes and branches it is told from then on. */
    apiKeyUUID: Uuid.optional(),
    password: KnownPassword,
  }),
  reply: answered,
})

export const rotateWebhook = endpoint({
  method: 'POST',
  path: '/webhooks/rotate/:uuid',
  summary:
    'Make a new secret for a webhook; for the hours of grace messages bear the signatures of both. The password is asked for',
  allow: permissions.manageApiKeys,
  byKey: null,
  limit,
  params: byUuid,
  body: z.strictObject({ graceHours: z.literal(graceHours), password: KnownPassword }),
  reply: withSecret,
})

export const pauseWebhook = endpoint({
  method: 'POST',
  path: '/webhooks/pause/:uuid',
  summary: 'Send nothing to a webhook for now; what happens meanwhile waits for 30 days',
  allow: permissions.manageApiKeys,
  byKey: null,
  params: byUuid,
  body: emptyBody,
  reply: answered,
})

export const resumeWebhook = endpoint({
  method: 'POST',
  path: '/webhooks/resume/:uuid',
  summary: 'Send again to a webhook that is paused, what waits for it first',
  allow: permissions.manageApiKeys,
  byKey: null,
  params: byUuid,
  body: emptyBody,
  reply: answered,
})

export const deleteWebhook = endpoint({
  method: 'POST',
  path: '/webhooks/delete/:uuid',
  summary: 'End a webhook for good; what waits for it is not sent',
  allow: permissions.manageApiKeys,
  byKey: null,
  params: byUuid,
  body: emptyBody,
  reply: nothing,
})

export const testWebhook = endpoint({
  method: 'POST',
  path: '/webhooks/test/:uuid',
  summary: 'Send a message that says nothing, to see whether it comes',
  allow: permissions.manageApiKeys,
  byKey: null,
  limit,
  params: byUuid,
  body: emptyBody,
  reply: nothing,
})

export const webhookDeliveries = endpoint({
  method: 'GET',
  path: '/webhooks/deliveries/:uuid',
  summary: 'The messages of a webhook in the last 30 days and every try of them, the newest first',
  allow: permissions.manageApiKeys,
  byKey: null,
  params: byUuid,
  query: z.strictObject({ page: paging.page, size: paging.size, state: WebhookDeliveryState.optional() }),
  reply: z.object({ deliveries: z.array(WebhookDelivery), total: Total }),
})

export const replayWebhook = endpoint({
  method: 'POST',
  path: '/webhooks/replay/:uuid',
  summary:
    'Send messages of a webhook again, by the ids that they had: one, all that were given up since a moment, or all that were sent or given up since then, but for readings',
  allow: permissions.manageApiKeys,
  byKey: null,
  limit,
  params: byUuid,
  body: z.union([
    z.strictObject({ deliveryUUID: Uuid }),
    /** Those that were given up, by when they happened. */
    z.strictObject({ failedSince: Instant }),
    /** Sent or given up; what is older than 30 days is kept no more. */
    z.strictObject({ since: Instant }),
  ]),
  reply: z.object({ queued: Total }),
})
