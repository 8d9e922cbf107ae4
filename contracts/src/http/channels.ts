import { z } from 'zod'
import { Channel, channels, DeliveryReason, DeliveryState } from '../escalation.ts'
import { Instant } from '../wire.ts'
import { emptyBody, endpoint } from './endpoint.ts'

/** A screen shows by itself that it works. */
const tried = channels.filter((channel) => channel !== 'IN_APP')

/** Why a channel does not lead to a person: it is not set up here, or something of theirs is missing. */
export const channelGaps = ['notSetUp', 'noBrowser', 'notConnected', 'blocked', 'noNumber', 'smsOff'] as const

export const OwnChannel = z
  .object({
    channel: Channel,
    /** Null: messages go this way. */
    gap: z.enum(channelGaps).nullable(),
    /** Nothing gets through at the moment, whoever it is for. */
    isFailing: z.boolean(),
    /** The last message that the person sent themselves. */
    lastTest: z.object({ state: DeliveryState, reason: DeliveryReason.nullable(), at: Instant }).nullable(),
  })
  .meta({ id: 'OwnChannel' })
export type OwnChannel = z.output<typeof OwnChannel>

export const ownChannels = endpoint({
  method: 'GET',
  path: '/user/channels',
  summary: 'By which channels alarms reach you, and what is missing where they do not',
  allow: 'signedIn',
  byKey: null,
  reply: z.object({ channels: z.array(OwnChannel) }),
})

export const testChannel = endpoint({
  method: 'POST',
  path: '/user/channels/test',
  summary: 'Send yourself a test message by one channel; `GET /user/channels` says what came of it',
  allow: 'signedIn',
  byKey: null,
  limit: { calls: 10, minutes: 10 },
  done: 'done.testSent',
  body: z.strictObject({ channel: z.enum(tried) }),
  reply: z.object({ channels: z.array(OwnChannel) }),
})

export const connectTelegram = endpoint({
  method: 'POST',
  path: '/user/telegram/connect',
  summary:
    'A link to the bot, good once and for 15 minutes: whoever follows it and presses Start gets your alarms there',
  allow: 'signedIn',
  byKey: null,
  limit: { calls: 20, minutes: 10 },
  body: emptyBody,
  reply: z.object({ link: z.url(), expiresAt: Instant }),
})
