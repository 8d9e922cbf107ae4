import { z } from 'zod'
import { Alarm, AlarmKind, AlarmStep, Cause, Severity, SNOOZE_MAX_MINUTES } from '../alarms.ts'
import { Channel, DeliveryReason, DeliveryState } from '../escalation.ts'
import { permissions } from '../permissions.ts'
import { Instant, Uuid } from '../wire.ts'
import { emptyBody, endpoint, paging, Total } from './endpoint.ts'

export const AlarmHistoryStep = z
  .object({
    at: Instant,
    /** Null: the system. */
    user: z.string().nullable(),
    step: AlarmStep,
    severity: Severity.nullable(),
    /** What was measured; of `SNOOZED`, for how many minutes. */
    value: z.number().nullable(),
    note: z.string().nullable(),
    /** The message by which the person answered; null: in the portal. */
    via: Channel.nullable(),
  })
  .meta({ id: 'AlarmHistoryStep' })

/** One message to one person, and what came of it. */
export const AlarmDelivery = z
  .object({
    user: z.string().nullable(),
    channel: Channel,
    /** Which step of the escalation sent it, from 0, and in which round of it. */
    step: z.int(),
    round: z.int(),
    state: DeliveryState,
    reason: DeliveryReason.nullable(),
    at: Instant,
    /** When a visible screen of that person, or a note of their browser, drew it and said so. */
    shownAt: Instant.nullish(),
    /** When they opened it or moved on it. */
    seenAt: Instant.nullish(),
    /** When they answered by this channel. */
    answeredAt: Instant.nullish(),
    /** Of the screen: whether they were signed in anywhere then; null: written down before anybody asked. */
    signedIn: z.boolean().nullish(),
  })
  .meta({ id: 'AlarmDelivery' })

/** What somebody's own screen said of the alarm, also where no message was to tell them; and that they came. */
export const AlarmReceipt = z
  .object({
    user: z.string().nullable(),
    shownAt: Instant.nullable(),
    seenAt: Instant.nullable(),
    atBedsideAt: Instant.nullable(),
    /** In which room their tag was heard; null: they said so. Left out by the version before. */
    bedsideRoom: z.string().nullish(),
    /** A message told them too, and says the same. */
    isTold: z.boolean(),
  })
  .meta({ id: 'AlarmReceipt' })

export const AlarmDetail = Alarm.extend({
  history: z.array(AlarmHistoryStep),
  /** Left out by the version before. */
  receipts: z.array(AlarmReceipt).optional(),
  deliveries: z.array(AlarmDelivery),
  /** Whom it is about; null: a room, a gateway, or a device that nobody wore. */
  wearerUuid: Uuid.nullable(),
  /** The fence that was left. Whoever reads this may see where the watch is. */
  fence: z.object({ uuid: Uuid, name: z.string(), isHome: z.boolean() }).nullable(),
}).meta({ id: 'AlarmDetail' })
export type AlarmDetail = z.output<typeof AlarmDetail>

export const allAlarms = endpoint({
  method: 'GET',
  path: '/alarms',
  summary: 'Alarms in your scope: open ones in the order of triage, then past ones, newest first',
  allow: permissions.seeAlarmHistory,
  byKey: 'alarms:read',
  query: z.strictObject({
    ...paging,
    device: Uuid.optional(),
    /** Whom they are about, whatever they wore then. */
    wearer: Uuid.optional(),
    kind: AlarmKind.optional(),
    severity: Severity.optional(),
    /** Not yet closed. */
    open: z.stringbool().optional(),
    /** Opened since then, and before. */
    from: Instant.optional(),
    to: Instant.optional(),
  }),
  reply: z.object({
    alarms: z.array(Alarm),
    /** Counted and paged through up to 25,000; what lies deeper is found by its time, device or kind. */
    total: Total,
  }),
})

export const alarmDetail = endpoint({
  method: 'GET',
  path: '/alarms/:uuid',
  summary: 'One alarm with everything that happened to it, and who was told of it',
  allow: permissions.seeAlarmHistory,
  byKey: 'alarms:read',
  params: z.object({ uuid: Uuid }),
  reply: z.object({ alarm: AlarmDetail }),
})

const required = { error: 'is required' }
const note = z.string(required).trim().min(1, required).max(2_000)
const one = { params: z.object({ uuid: Uuid }), reply: z.object({ alarm: Alarm }) }

export const acknowledgeAlarm = endpoint({
  method: 'POST',
  path: '/alarms/:uuid/acknowledge',
  summary: 'Say that you are on it; where somebody was first, the answer says who',
  allow: permissions.answerAlarms,
  byKey: null,
  body: emptyBody,
  ...one,
})

export const atBedside = endpoint({
  method: 'POST',
  path: '/alarms/:uuid/bedside',
  summary: 'Say that you are with the person; it takes the alarm too, where nobody has',
  allow: permissions.attendBedside,
  byKey: null,
  body: emptyBody,
  ...one,
})

export const snoozeAlarm = endpoint({
  method: 'POST',
  path: '/alarms/:uuid/snooze',
  summary:
    'Put an alarm off: at most 15 min a critical one, 60 a high, 240 a medium, 1440 a low; never a cry for help',
  allow: permissions.answerAlarms,
  byKey: null,
  body: z.strictObject({ minutes: z.int(required).min(1).max(SNOOZE_MAX_MINUTES.LOW) }),
  ...one,
})

export const closeAlarm = endpoint({
  method: 'POST',
  path: '/alarms/:uuid/close',
  summary: 'End an alarm and its task; an SOS, a fall or a tampered door only with what it was',
  allow: permissions.answerAlarms,
  byKey: null,
  body: z.strictObject({ cause: Cause.optional(), note: note.optional() }).optional(),
  ...one,
})

export const commentAlarm = endpoint({
  method: 'POST',
  path: '/alarms/:uuid/comment',
  summary: 'Write something down in the history of an alarm',
  allow: permissions.answerAlarms,
  byKey: 'alarms:comment',
  body: z.strictObject({ note }),
  ...one,
})

export const cancelAlarm = endpoint({
  method: 'POST',
  path: '/alarms/:uuid/cancel',
  summary: 'Within 30 seconds of a fall: it was none',
  allow: permissions.answerAlarms,
  byKey: null,
  body: emptyBody,
  ...one,
})
