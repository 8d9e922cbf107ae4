import {
  alarmCategories,
  alarmKinds,
  alarmSteps,
  causes,
  directions,
  monitoringTypes,
  severities,
} from '@carewatch/contracts/alarms'
import {
  channels,
  deliveryNotices,
  deliveryReasons,
  deliveryStates,
  messageStandings,
} from '@carewatch/contracts/escalation'
import { notificationTypes } from '@carewatch/contracts/notifications'
import { taskStatuses } from '@carewatch/contracts/tasks'
import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  real,
  smallint,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { ids, instant, times } from './columns.ts'
import { devices, fences } from './devices.ts'
import { branches, companies, users } from './people.ts'
import { beacons, gateways, rooms } from './rooms.ts'
import { wearers } from './wearers.ts'

/** What is no longer as usual is said of each metric by itself. */
const metricOfChanged = sql`(case when kind = 'CHANGED' then coalesce(metric, '') else '' end)`

export const alarms = pgTable(
  'alarms',
  {
    ...ids(),
    deviceId: integer('device_id').references(() => devices.id),
    /** Who wore the device then; written by a trigger when the row is made. */
    wearerId: integer('wearer_id').references(() => wearers.id),
    /** Where they lay when it happened; written with them, as far as that is known. */
    wearerRoomId: integer('wearer_room_id').references(() => rooms.id),
    wearerBed: text('wearer_bed'),
    gatewayId: integer('gateway_id').references(() => gateways.id),
    roomId: integer('room_id').references(() => rooms.id),
    /** The tag or sensor that raised a room's alarm. */
    beaconId: integer('beacon_id').references(() => beacons.id),
    /** The fence that was left. */
    fenceId: integer('fence_id').references(() => fences.id),
    /** The first alarm of its incident; null: it is the first itself, or alone. Written by a trigger when the row is made. */
    incidentId: integer('incident_id').references((): AnyPgColumn => alarms.id),
    companyId: integer('company_id').references(() => companies.id),
    branchId: integer('branch_id').references(() => branches.id),
    kind: text({ enum: alarmKinds }).notNull(),
    direction: text({ enum: directions }).notNull().default('NONE'),
    category: text({ enum: alarmCategories }).notNull(),
    severity: text({ enum: severities }).notNull(),
    active: boolean().notNull().default(true),
    latched: boolean().notNull().default(false),
    late: boolean().notNull().default(false),
    /** A chain being tried: nobody calls for help, and every message of it says so. */
    rehearsal: boolean().notNull().default(false),
    metric: text(),
    value: real(),
    usual: real(),
    byNight: boolean('by_night'),
    /** How often it was triggered while open. */
    count: integer().notNull().default(1),
    openedAt: instant('opened_at').notNull(),
    lastAt: instant('last_at').notNull(),
    clearedAt: instant('cleared_at'),
    acknowledgedAt: instant('acknowledged_at'),
    acknowledgedById: integer('acknowledged_by_id').references(() => users.id),
    snoozedUntil: instant('snoozed_until'),
    /** Closed: inactive and acknowledged, or closed by a person with a cause. Nothing reopens it. */
    closedAt: instant('closed_at'),
    closedById: integer('closed_by_id').references(() => users.id),
    cause: text({ enum: causes }),
    createdAt: times.createdAt,
  },
  (t) => [
    // A late alarm of who wore the device before does not count in one of who wears it now, nor one of what is over in one of now.
    uniqueIndex('alarms_open_of_device')
      .on(t.deviceId, t.kind, t.direction, sql`coalesce(wearer_id, 0)`, metricOfChanged)
      .where(sql`closed_at is null and device_id is not null and not rehearsal and (active or not late)`),
    uniqueIndex('alarms_open_gateway')
      .on(t.gatewayId, t.kind, t.direction)
      .where(
        sql`closed_at is null and gateway_id is not null and device_id is null and beacon_id is null and not rehearsal`,
      ),
    uniqueIndex('alarms_open_beacon')
      .on(t.beaconId, t.kind, t.direction)
      .where(sql`closed_at is null and beacon_id is not null and device_id is null and not rehearsal`),
    uniqueIndex('alarms_open_rehearsal')
      .on(t.deviceId)
      .where(sql`closed_at is null and rehearsal`),
    uniqueIndex('alarms_open_outage')
      .on(t.branchId)
      .where(sql`kind = 'OUTAGE' and closed_at is null`),
    // What is silent as part of an outage: few rows, looked for by every round of the clock.
    index('alarms_held_back')
      .on(t.incidentId)
      .where(sql`incident_id is not null and category = 'TECHNICAL' and active and closed_at is null`),
    index('alarms_opened').on(t.openedAt),
    index('alarms_device').on(t.deviceId, t.openedAt),
    index('alarms_wearer')
      .on(t.wearerId, t.openedAt)
      .where(sql`wearer_id is not null`),
    index('alarms_branch').on(t.branchId, t.openedAt),
    index('alarms_company').on(t.companyId, t.openedAt),
    index('alarms_room')
      .on(t.roomId, t.openedAt)
      .where(sql`room_id is not null`),
    index('alarms_gateway')
      .on(t.gatewayId, t.openedAt)
      .where(sql`gateway_id is not null`),
    index('alarms_beacon')
      .on(t.beaconId, t.openedAt)
      .where(sql`beacon_id is not null`),
    index('alarms_incident')
      .on(t.incidentId)
      .where(sql`incident_id is not null`),
  ],
)

export const alarmHistory = pgTable(
  'alarm_history',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    alarmId: integer('alarm_id')
      .notNull()
      .references(() => alarms.id),
    at: instant('at').notNull().defaultNow(),
    /** Null: the system, or a relative without an account. */
    userId: integer('user_id').references(() => users.id),
    relativeId: integer('relative_id'),
    step: text({ enum: alarmSteps }).notNull(),
    severity: text({ enum: severities }),
    value: real(),
    note: text(),
    /** The means by which a person answered, where it was a message. */
    via: text({ enum: channels }),
  },
  (t) => [index('alarm_history_alarm').on(t.alarmId, t.id)],
)

export const notifications = pgTable(
  'notifications',
  {
    ...ids(),
    alarmId: integer('alarm_id').references(() => alarms.id),
    deviceId: integer('device_id').references(() => devices.id),
    wearerId: integer('wearer_id').references(() => wearers.id),
    companyId: integer('company_id').references(() => companies.id),
    branchId: integer('branch_id').references(() => branches.id),
    type: text({ enum: notificationTypes }).notNull(),
    acknowledgedAt: instant('acknowledged_at'),
    acknowledgedById: integer('acknowledged_by_id').references(() => users.id),
    createdAt: times.createdAt,
  },
  (t) => [
    index('notifications_device').on(t.deviceId, t.createdAt),
    index('notifications_branch').on(t.branchId, t.createdAt),
    index('notifications_company').on(t.companyId, t.createdAt),
    index('notifications_created').on(t.createdAt),
    index('notifications_open')
      .on(t.deviceId)
      .where(sql`acknowledged_at is null`),
    uniqueIndex('notifications_alarm').on(t.alarmId),
  ],
)

export const tasks = pgTable(
  'tasks',
  {
    ...ids(),
    title: text().notNull(),
    deviceId: integer('device_id').references(() => devices.id),
    wearerId: integer('wearer_id').references(() => wearers.id),
    alarmId: integer('alarm_id').references(() => alarms.id),
    companyId: integer('company_id').references(() => companies.id),
    branchId: integer('branch_id').references(() => branches.id),
    status: text({ enum: taskStatuses }).notNull().default('OPEN'),
    monitoringType: text('monitoring_type', { enum: monitoringTypes }).notNull(),
    alertType: text('alert_type', { enum: alarmKinds }),
    severity: text({ enum: severities }).notNull(),
    /** Null: the system made it. */
    createdById: integer('created_by_id').references(() => users.id),
    assignedToId: integer('assigned_to_id').references(() => users.id),
    outcome: text(),
    reason: text(),
    deferredUntil: instant('deferred_until'),
    dueAt: instant('due_at').notNull(),
    doneAt: instant('done_at'),
    ...times,
  },
  (t) => [
    uniqueIndex('tasks_open_alarm_kind')
      .on(t.deviceId, t.alertType)
      .where(sql`status <> 'DONE' and alarm_id is not null`),
    index('tasks_company').on(t.companyId, t.createdAt),
    index('tasks_branch').on(t.branchId, t.createdAt),
    index('tasks_assignee').on(t.assignedToId),
    index('tasks_status').on(t.status, t.createdAt),
  ],
)

export const taskHistory = pgTable(
  'task_history',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    taskId: integer('task_id')
      .notNull()
      .references(() => tasks.id),
    at: instant('at').notNull().defaultNow(),
    userId: integer('user_id').references(() => users.id),
    change: jsonb().$type<Record<string, unknown>>().notNull(),
  },
  (t) => [index('task_history_task').on(t.taskId)],
)

/** Every message to a person, and what came of it: about an alarm, or, with none, one that they sent themselves to see that it comes. */
export const deliveries = pgTable(
  'deliveries',
  {
    ...ids(),
    alarmId: integer('alarm_id').references(() => alarms.id),
    userId: integer('user_id').references(() => users.id),
    relativeId: integer('relative_id'),
    channel: text({ enum: channels }).notNull(),
    /** Where the alarm's chain was when it was queued. */
    run: smallint().notNull().default(0),
    round: smallint().notNull().default(0),
    step: smallint().notNull().default(0),
    state: text({ enum: deliveryStates }).notNull().default('QUEUED'),
    reason: text({ enum: deliveryReasons }),
    providerId: text('provider_id'),
    attempts: smallint().notNull().default(0),
    sentAt: instant('sent_at'),
    /** How many parts of an SMS it was charged as. */
    parts: smallint(),
    /** Which of a person's messages to themselves it is. */
    test: integer(),
    /** What a message that can be edited says now; null for one that cannot. */
    shows: text({ enum: messageStandings }),
    /** The message that said this and more, where too many came at once to send each. */
    gatheredInId: integer('gathered_in_id'),
    /** By what a text is answered: its own, so that a sender's number alone answers nothing; and how often another was tried while it was good. */
    answerCode: text('answer_code'),
    wrongTries: smallint('wrong_tries').notNull().default(0),
    /** What it says, where it is of no alarm and no test. */
    notice: text({ enum: deliveryNotices }),
    /** Of a message on the screen: whether its person was signed in anywhere when it was written. Null: written before anybody asked. */
    signedIn: boolean('signed_in'),
    /** When it is sent, or, while somebody sends it, when that one is given up. */
    nextAt: instant('next_at'),
    ...times,
  },
  (t) => [
    index('deliveries_alarm').on(t.alarmId),
    index('deliveries_person').on(t.userId, t.channel, t.sentAt),
    index('deliveries_shown')
      .on(t.alarmId)
      .where(sql`shows is not null and shows <> 'OVER'`),
    // Whoever sweeps twice queues nothing twice.
    unique('deliveries_once')
      .on(t.alarmId, t.run, t.round, t.step, t.channel, t.userId, t.relativeId, t.test)
      .nullsNotDistinct(),
    index('deliveries_due')
      .on(t.nextAt)
      .where(sql`state = 'QUEUED'`),
  ],
)
