import { z } from 'zod'

/** What an outgoing event is about. */
export const eventTopics = ['alarms', 'assignments', 'tasks'] as const
export const EventTopic = z.enum(eventTopics)
export type EventTopic = z.output<typeof EventTopic>

/** What a webhook is told of, as it was made: readings come in batches, everything else one by one. */
export const webhookTopics = [...eventTopics, 'readings'] as const
export const WebhookTopic = z.enum(webhookTopics)
export type WebhookTopic = z.output<typeof WebhookTopic>

/** Why nothing is sent to a webhook now: a person paused it, what it sent was refused for a day, its receiver said that it is gone, or its key ended. */
export const webhookPauses = ['byPerson', 'failing', 'gone', 'keyEnded'] as const
export const WebhookPause = z.enum(webhookPauses)
export type WebhookPause = z.output<typeof WebhookPause>

/** `SKIPPED`: its key may not see it (any more). */
export const webhookDeliveryStates = ['QUEUED', 'SENT', 'FAILED', 'SKIPPED'] as const
export const WebhookDeliveryState = z.enum(webhookDeliveryStates)
export type WebhookDeliveryState = z.output<typeof WebhookDeliveryState>

/** What came of a try that was not taken. */
export const webhookFaults = [
  'timeout',
  'unreachable',
  'certificate',
  'notFound',
  'notAllowed',
  'redirected',
  'refused',
  /** By ourselves: nothing was sent. */
  'notMade',
] as const
export const WebhookFault = z.enum(webhookFaults)
export type WebhookFault = z.output<typeof WebhookFault>
