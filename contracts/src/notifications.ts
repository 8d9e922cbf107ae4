import { z } from 'zod'
import { KnownAlarmKind, KnownMetric, AlarmPlace, Direction, Severity, Usual } from './alarms.ts'
import { RecipientGroup } from './escalation.ts'
import { WearerSummary } from './wearers.ts'
import { Instant, Uuid } from './wire.ts'

export const notificationTypes = ['ALARM', 'NOTIFICATION'] as const
export const NotificationType = z.enum(notificationTypes)

/** What a person sees of an alarm. `message` is in the language of whoever asked; live, it is empty and the screen writes its own from the other fields. */
export const Notification = z
  .object({
    uuid: Uuid,
    id: z.int(),
    type: NotificationType,
    kind: KnownAlarmKind,
    direction: Direction,
    severity: Severity,
    metric: KnownMetric,
    value: z.number().nullable(),
    ...Usual.shape,
    late: z.boolean(),
    /** A chain being tried: nobody called for help. */
    isRehearsal: z.boolean(),
    count: z.int(),
    message: z.string(),
    alarmUuid: Uuid.nullable(),
    /** The first alarm of its incident, or its own; left out by the version before. */
    incidentUuid: Uuid.nullish(),
    /** Who wore the device when it happened; left out by the version before. */
    wearerUuid: Uuid.nullish(),
    wearer: WearerSummary.nullish(),
    ...AlarmPlace.shape,
    /** When it happened, by the device's clock. */
    createdAt: Instant,
    /** When it was triggered last: an SOS pressed again. */
    lastAt: Instant,
    active: z.boolean(),
    acknowledged: z.boolean(),
    acknowledgedBy: z.string().nullable(),
    acknowledgedAt: Instant.nullable(),
    /** Until then somebody put it off: it is not rung for. */
    snoozedUntil: Instant.nullable(),
    /** Of two that tell how it stands, the higher is newer; an event that overtook another does not undo it. Left out by the version before. */
    version: z.int().nullish(),
    /** When the next step of its chain tells somebody; null: nobody more is told. Left out by the version before. */
    nextStepAt: Instant.nullish(),
    /** Whom it tells; left out by the version before. */
    nextStepWho: z.array(RecipientGroup).nullish(),
  })
  .meta({ id: 'Notification' })
export type Notification = z.output<typeof Notification>
