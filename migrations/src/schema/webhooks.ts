import type { FhirSubscription, SubscriptionNotice } from '@carewatch/contracts/fhir-subscriptions'
import {
  eventTopics,
  webhookDeliveryStates,
  webhookFaults,
  webhookPauses,
  type WebhookTopic,
} from '@carewatch/contracts/webhooks'
import { sql } from 'drizzle-orm'
import {
  bigint,
  index,
  integer,
  jsonb,
  pgTable,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { apiKeys } from './api-keys.ts'
import { bytea, ids, instant, times } from './columns.ts'
import { companies, users } from './people.ts'

const bigId = () => bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity()

/**
 * What changed in a company, for programs outside: written by triggers in the transaction of the change (sql/0110_outgoing_events.sql), kept for 30 days.
 * It names rows and tells nothing of them, so that what is said of them is decided when it is said.
 */
export const outgoingEvents = pgTable(
  'outgoing_events',
  {
    id: bigId(),
    /** Given when the event is committed, by one process at a time: who reads on after a position misses nothing that was committed late. */
    position: bigint({ mode: 'number' }),
    at: instant('at').notNull().defaultNow(),
    topic: text({ enum: eventTopics }).notNull(),
    /** What happened to it: a step of an alarm, or what became of a row. */
    change: text().notNull(),
    companyId: integer('company_id').notNull(),
    branchId: integer('branch_id'),
    /** The alarm, assignment or task. */
    subjectId: integer('subject_id').notNull(),
    subjectUuid: uuid('subject_uuid').notNull(),
    /** Of an alarm: the row of its history. */
    stepId: bigint('step_id', { mode: 'number' }),
    /** Those of one incident, task or device are told one after the other. */
    orderedBy: text('ordered_by').notNull(),
  },
  (t) => [
    index('outgoing_events_new')
      .on(t.id)
      .where(sql`position is null`),
    uniqueIndex('outgoing_events_position')
      .on(t.companyId, t.position)
      .where(sql`position is not null`),
    index('outgoing_events_at').on(t.at),
  ],
)

/** Where a company's program wants to be told of what happens, in the name and within the rights of an API key. */
export const webhooks = pgTable(
  'webhooks',
  {
    ...ids(),
    companyId: integer('company_id')
      .notNull()
      .references(() => companies.id),
    apiKeyId: integer('api_key_id')
      .notNull()
      .references(() => apiKeys.id),
    url: text().notNull(),
    topics: text().array().$type<WebhookTopic[]>().notNull(),
    /** Locked: every message is signed with it; of a Subscription of FHIR the heads that its program wants on every message. */
    secretLocked: bytea('secret_locked').notNull(),
    /** Of before the last rotation: until then messages bear the signatures of both. */
    formerLocked: bytea('former_locked'),
    formerUntil: instant('former_until'),
    pause: text({ enum: webhookPauses }),
    pausedAt: instant('paused_at'),
    /** Of which pause its managers were sent a mail. */
    pauseMailedAt: instant('pause_mailed_at'),
    /** Of readings: until where they are in batches, and when those were stored; null: none were asked for. */
    readingsPosition: bigint('readings_position', { mode: 'number' }),
    readingsAt: instant('readings_at'),
    lastSentAt: instant('last_sent_at'),
    /** Since the last message that was taken. */
    failures: integer().notNull().default(0),
    /** What a program asked for as a Subscription of FHIR, which it made itself; null: a person made a webhook. */
    subscription: jsonb().$type<FhirSubscription>(),
    /** Of a Subscription: when its receiver took the first message, before which nothing else is sent. */
    handshakenAt: instant('handshaken_at'),
    /** Of a Subscription: from when on nothing is sent any more. */
    endsAt: instant('ends_at'),
    /** Of a Subscription: so many events there were since it was made. */
    eventCount: bigint('event_count', { mode: 'number' }).notNull().default(0),
    createdById: integer('created_by_id')
      .notNull()
      .references(() => users.id),
    deletedAt: instant('deleted_at'),
    ...times,
  },
  (t) => [
    index('webhooks_company')
      .on(t.companyId)
      .where(sql`deleted_at is null`),
  ],
)

/** One event to one webhook. Its uuid is the id of the message, however often it is sent. */
export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    id: bigId(),
    uuid: uuid()
      .notNull()
      .unique()
      .default(sql`uuidv7()`),
    webhookId: integer('webhook_id')
      .notNull()
      .references(() => webhooks.id),
    /** Null: a batch of readings, a notice, or sent to see whether it comes. */
    eventId: bigint('event_id', { mode: 'number' }).references(() => outgoingEvents.id, {
      onDelete: 'cascade',
    }),
    /** Of a batch of readings: those after this position and since this moment, until that position. */
    readingsAfter: bigint('readings_after', { mode: 'number' }),
    readingsUntil: bigint('readings_until', { mode: 'number' }),
    readingsSince: instant('readings_since'),
    /** To a Subscription: what is no event. */
    notice: text().$type<SubscriptionNotice>(),
    /** To a Subscription: the numbers of its events, once it was tried. */
    firstEvent: bigint('first_event', { mode: 'number' }),
    lastEvent: bigint('last_event', { mode: 'number' }),
    orderedBy: text('ordered_by').notNull(),
    state: text({ enum: webhookDeliveryStates }).notNull().default('QUEUED'),
    attempts: smallint().notNull().default(0),
    /** When it is sent, or, while somebody sends it, when that one is given up. */
    nextAt: instant('next_at').notNull().defaultNow(),
    createdAt: times.createdAt,
    /** When the first of its tries was, since it was queued last. */
    triedSince: instant('tried_since'),
    settledAt: instant('settled_at'),
  },
  (t) => [
    index('webhook_deliveries_waiting')
      .on(t.webhookId, t.nextAt)
      .where(sql`state = 'QUEUED'`),
    index('webhook_deliveries_order')
      .on(t.webhookId, t.orderedBy, t.id)
      .where(sql`state = 'QUEUED'`),
    index('webhook_deliveries_listed').on(t.webhookId, t.id),
    index('webhook_deliveries_event').on(t.eventId),
    index('webhook_deliveries_created').on(t.createdAt),
    index('webhook_deliveries_numbered')
      .on(t.webhookId, t.lastEvent)
      .where(sql`last_event is not null`),
    index('webhook_deliveries_readings')
      .on(t.createdAt)
      .where(sql`readings_until is not null`),
  ],
)

/** Each try of a message, and what came of it. */
export const webhookTries = pgTable(
  'webhook_tries',
  {
    id: bigId(),
    deliveryId: bigint('delivery_id', { mode: 'number' })
      .notNull()
      .references(() => webhookDeliveries.id, { onDelete: 'cascade' }),
    at: instant('at').notNull().defaultNow(),
    /** What the receiver answered; null: nothing came. */
    status: smallint(),
    durationMs: integer('duration_ms').notNull(),
    fault: text({ enum: webhookFaults }),
  },
  (t) => [index('webhook_tries_delivery').on(t.deliveryId, t.id)],
)

/**
 * Readings that the rules have looked at, as they came and with others, for webhooks that want them: kept by a trigger while one does, for six hours.
 */
export const outgoingReadings = pgTable(
  'outgoing_readings',
  {
    id: bigId(),
    /** As an event's. */
    position: bigint({ mode: 'number' }),
    at: instant('at').notNull().defaultNow(),
    /** As `contracts/batches.ts` packs them. */
    readings: bytea().notNull(),
    /** Which of those rows were new (their ordinals, from 1), where some were not; null: all were. */
    stored: jsonb().$type<number[]>(),
    count: integer().notNull(),
  },
  (t) => [
    index('outgoing_readings_new')
      .on(t.id)
      .where(sql`position is null`),
    uniqueIndex('outgoing_readings_position')
      .on(t.position)
      .where(sql`position is not null`),
    index('outgoing_readings_at').on(t.at),
  ],
)
