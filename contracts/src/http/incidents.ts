import { z } from 'zod'
import { Alarm, KnownAlarmKind, AlarmStep, Cause, Severity } from '../alarms.ts'
import { RecipientGroup } from '../escalation.ts'
import { Notification } from '../notifications.ts'
import { permissions } from '../permissions.ts'
import { WearerSummary } from '../wearers.ts'
import { Instant, Uuid } from '../wire.ts'
import { AlarmDelivery, AlarmHistoryStep, AlarmReceipt } from './alarms.ts'
import { emptyBody, endpoint } from './endpoint.ts'

/** Of which alarms: what one press did to several is told once. */
const alarms = z.array(Uuid).min(1)

/** What was done, who was told and who saw it, as one story. */
export const IncidentEntry = z
  .discriminatedUnion('type', [
    AlarmHistoryStep.extend({
      type: z.literal('step'),
      alarms,
      /** `AT_BEDSIDE`: somebody said that they are with the person, or their tag was heard there. */
      step: z.enum([...AlarmStep.options, 'AT_BEDSIDE']),
      /** Of `AT_BEDSIDE`: the room in which their tag was heard; else they said so. */
      room: z.string().nullish(),
    }),
    AlarmDelivery.extend({ type: z.literal('message'), alarms }),
    /** Somebody's own screen showed it, before any message was to tell them. */
    AlarmReceipt.pick({ user: true, seenAt: true }).extend({
      type: z.literal('screen'),
      alarms,
      at: Instant,
    }),
  ])
  .meta({ id: 'IncidentEntry' })
export type IncidentEntry = z.output<typeof IncidentEntry>

export const IncidentDetail = z
  .object({
    /** That of its first alarm, by which and by each of whose alarms it is found. */
    uuid: Uuid,
    wearer: WearerSummary.nullable(),
    wearerUuid: Uuid.nullable(),
    /** Of what nobody answered the gravest, else of what goes on. */
    kind: KnownAlarmKind,
    severity: Severity,
    /** Nobody is asked for any more: each of its alarms was taken. */
    acknowledged: z.boolean(),
    active: z.boolean(),
    openedAt: Instant,
    lastAt: Instant,
    /** When the last of it ended; null: some of it is open. */
    closedAt: Instant.nullable(),
    /** Whom its chains call next, and when, if nobody resolves it; null: nobody any more. */
    nextStep: z.object({ at: Instant, who: z.array(RecipientGroup) }).nullable(),
    /** In the order of triage. */
    alarms: z.array(Alarm),
    timeline: z.array(IncidentEntry),
    /** The fence that was left. Whoever reads this may see where the watch is. */
    fence: z.object({ uuid: Uuid, name: z.string(), isHome: z.boolean() }).nullable(),
  })
  .meta({ id: 'IncidentDetail' })
export type IncidentDetail = z.output<typeof IncidentDetail>

const params = z.object({ uuid: Uuid })
const reply = z.object({
  /** As they stand now. */
  notifications: z.array(Notification),
  /** Of these, what this call changed; none: somebody else was first. Left out by the version before. */
  changed: z.array(Uuid).optional(),
})
const required = { error: 'is required' }

export const incidentDetail = endpoint({
  method: 'GET',
  path: '/incidents/:uuid',
  summary:
    'What happened to one person within ten minutes: its alarms, and all that was done and told in the order in which it was; found by each of its alarms',
  allow: permissions.seeAlarmHistory,
  byKey: 'alarms:read',
  params,
  reply: z.object({ incident: IncidentDetail }),
})

/** As many alarms of one incident as a screen names. */
export const MAX_NAMED = 100

export const takeIncident = endpoint({
  method: 'POST',
  path: '/incidents/:uuid/take',
  summary:
    'Say that you are on it; it takes every alarm of it that nobody has, or with `alarms`, those that you were shown, only what is no graver than they',
  allow: permissions.answerAlarms,
  byKey: null,
  body: z.strictObject({ alarms: z.array(Uuid).max(MAX_NAMED).optional() }).optional(),
  params,
  reply,
})

export const undoIncident = endpoint({
  method: 'POST',
  path: '/incidents/:uuid/undo',
  summary: 'Within five seconds of taking it: it was by mistake; its alarms ask for somebody as before',
  allow: permissions.answerAlarms,
  byKey: null,
  body: emptyBody,
  params,
  reply,
})

export const closeIncident = endpoint({
  method: 'POST',
  path: '/incidents/:uuid/close',
  summary:
    'End it, every alarm of it and their tasks, or with `alarms` only those that you were shown; one with an SOS or a fall only with what it was',
  allow: permissions.answerAlarms,
  byKey: null,
  params,
  body: z
    .strictObject({
      cause: Cause.optional(),
      note: z.string(required).trim().min(1, required).max(2_000).optional(),
      alarms: z.array(Uuid).max(MAX_NAMED).optional(),
    })
    .optional(),
  reply,
})
