import type { WebhookTopic } from './webhooks.ts'

/** What a program may subscribe to in FHIR: by which name, which resource each event is about, and which events of ours these are. */
export const subscriptionTopics = {
  alarms: { url: 'urn:carewatch:topic:alarms', focus: 'Flag', of: 'alarms' },
  wearing: { url: 'urn:carewatch:topic:wearing', focus: 'DeviceUseStatement', of: 'assignments' },
  observations: { url: 'urn:carewatch:topic:observations', focus: 'Observation', of: 'readings' },
} as const satisfies Record<string, { url: string; focus: string; of: WebhookTopic }>
export type SubscriptionTopic = keyof typeof subscriptionTopics

/** How much a notification says. */
export const payloadContents = ['empty', 'id-only', 'full-resource'] as const
export type PayloadContent = (typeof payloadContents)[number]

/** What a program asked for. */
export type FhirSubscription = {
  topic: SubscriptionTopic
  content: PayloadContent
  /** Of this person alone. */
  patient?: string
  /** So many seconds after the last message something is sent, should nothing happen. */
  heartbeat?: number
  maxCount?: number
  reason: string
}

/** To see whether the receiver is there, and that we are. */
export type SubscriptionNotice = 'handshake' | 'heartbeat'

/** A company has no more of them. */
export const SUBSCRIPTIONS_MAX = 20
export const HEARTBEAT_SECONDS = { min: 60, max: 86_400 } as const
