import { z } from 'zod'
import {
  isMetricName,
  type LimitedMetric,
  limitedMetrics,
  type MetricName,
  metricNames,
  metrics,
} from './metrics.ts'
import { WearerSummary } from './wearers.ts'
import { Instant, Uuid } from './wire.ts'

export const alarmCategories = ['PHYSIOLOGICAL', 'TECHNICAL', 'OPERATIONAL'] as const
export type AlarmCategory = (typeof alarmCategories)[number]

/** From mildest to gravest: the index is the order. */
export const severities = ['LOW', 'MEDIUM', 'HIGH', 'CRITICAL'] as const
export const Severity = z.enum(severities)
export type Severity = z.output<typeof Severity>
export const isGraver = (one: Severity, other: Severity): boolean =>
  severities.indexOf(one) > severities.indexOf(other)

export const monitoringTypes = ['VITALS', 'BATTERY', 'GEOFENCE', 'SOS', 'ALARM', 'TASK'] as const
export const MonitoringType = z.enum(monitoringTypes)
export type MonitoringType = z.output<typeof MonitoringType>

/** Whose facts it comes from; `clock`: from facts that do not come. */
type Source = 'device' | 'room' | 'deviceAndRoom' | 'fence' | 'clock'

type Kind = {
  category: AlarmCategory
  monitoringType: MonitoringType
  /** Latched: recovery never clears it, a person does, with a cause. */
  latched: boolean
  /** What a person gets: ALARM rings three times, NOTIFICATION once. */
  notification: 'ALARM' | 'NOTIFICATION'
  source: Source
  /** About the house's devices, and nothing that a family could do anything about. */
  isForStaffAlone?: true
}

const physiological = { category: 'PHYSIOLOGICAL', latched: false, notification: 'ALARM' } as const
const operational = { category: 'OPERATIONAL', monitoringType: 'ALARM', latched: false } as const
const technical = { category: 'TECHNICAL', latched: false, notification: 'NOTIFICATION' } as const
const ofVital = { ...physiological, monitoringType: 'VITALS', source: 'device' } as const
const ofRoom = { ...operational, source: 'room' } as const

/** The kind of alarm of a metric outside its limits. */
export type VitalAlarm = (typeof metrics)[LimitedMetric]['alarm']
// Safe: the kinds of the limited metrics, each once.
const vitals = Object.fromEntries(limitedMetrics.map((name) => [metrics[name].alarm, ofVital])) as Record<
  VitalAlarm,
  typeof ofVital
>

/** Every kind of alarm. A new one is an entry here, its rule in `rules/` and its text in each dictionary; that of a metric stands at the metric. */
export const alarms = {
  SOS: {
    ...operational,
    monitoringType: 'SOS',
    notification: 'ALARM',
    latched: true,
    source: 'device',
  },
  FALL: { ...physiological, monitoringType: 'ALARM', latched: true, source: 'device' },
  /** The watch raised an alarm and we cannot read which: it may be a call for help. */
  UNKNOWN_ALARM: {
    ...operational,
    monitoringType: 'ALARM',
    notification: 'ALARM',
    latched: true,
    source: 'device',
  },
  ...vitals,
  /** Several values that are worrying together. */
  DETERIORATION: ofVital,
  GEOFENCE: { ...operational, monitoringType: 'GEOFENCE', notification: 'ALARM', source: 'fence' },
  BATTERY: { ...technical, monitoringType: 'BATTERY', source: 'deviceAndRoom' },
  OFF_WRIST: { ...technical, monitoringType: 'ALARM', source: 'device' },
  OFFLINE: { ...technical, monitoringType: 'ALARM', source: 'clock' },
  /** No sign by day that somebody who is in moves. */
  INACTIVITY: { ...operational, notification: 'ALARM', source: 'clock' },
  /** Somebody did not say by their time that they are well. */
  CHECK_IN_MISSED: { ...operational, notification: 'NOTIFICATION', source: 'clock' },
  /** Two say that they are one device: which of them is, somebody has to find out. */
  IDENTITY_CONFLICT: {
    ...technical,
    monitoringType: 'ALARM',
    latched: true,
    source: 'clock',
    isForStaffAlone: true,
  },
  /** What was usual for somebody has been otherwise for days: worth a look by day, and never an emergency. */
  CHANGED: { ...operational, monitoringType: 'VITALS', notification: 'NOTIFICATION', source: 'clock' },
  BEACON_NOT_ALLOWED: { ...ofRoom, notification: 'ALARM' },
  BEACON_OUTSIDE_HOURS: { ...ofRoom, notification: 'ALARM' },
  BEACON_TOO_LONG: { ...ofRoom, notification: 'ALARM' },
  MOTION: { ...ofRoom, notification: 'NOTIFICATION' },
  ROOM_TEMPERATURE: { ...ofRoom, notification: 'NOTIFICATION' },
  ROOM_HUMIDITY: { ...ofRoom, notification: 'NOTIFICATION' },
  DOOR_OPENED: { ...ofRoom, notification: 'NOTIFICATION' },
  DOOR_CLOSED: { ...ofRoom, notification: 'NOTIFICATION' },
  DOOR_TAMPERED: { ...ofRoom, notification: 'ALARM', latched: true },
  WATER: { ...ofRoom, notification: 'ALARM' },
  /** Or gas: whatever a detector of such things calls for. */
  SMOKE: { ...ofRoom, notification: 'ALARM' },
  GATEWAY_OFFLINE: { ...technical, monitoringType: 'ALARM', source: 'clock' },
  /** Many watches of a branch fell silent at once: one alarm that counts them in its value, and theirs are held back. */
  OUTAGE: {
    ...technical,
    monitoringType: 'ALARM',
    notification: 'ALARM',
    source: 'clock',
    isForStaffAlone: true,
  },
} as const satisfies Record<string, Kind>

export type AlarmKind = keyof typeof alarms
// Safe: the object above is not empty.
export const alarmKinds = Object.keys(alarms) as [AlarmKind, ...AlarmKind[]]
/** The kinds that come from facts of these. */
export type AlarmFrom<From extends Source> = {
  [Name in AlarmKind]: (typeof alarms)[Name]['source'] extends From ? Name : never
}[AlarmKind]
export const AlarmKind = z.enum(alarmKinds)
/** A kind that only a newer version knows reads as an alarm that nobody can read. */
export const knownAlarmKind = (name: string): AlarmKind => AlarmKind.safeParse(name).data ?? 'UNKNOWN_ALARM'
/** The kind of what was stored or sent by some version, which may be newer than this one: a list is read with such a row in it. What is asked for is an `AlarmKind`. */
export const KnownAlarmKind = z.codec(
  z.string(),
  z
    .custom<AlarmKind>((name) => typeof name === 'string')
    .meta({ type: 'string', enum: alarmKinds, examples: ['SOS'] }),
  { decode: knownAlarmKind, encode: knownAlarmKind },
)
/** What is true of each kind; of one that only a newer version knows, what is true of UNKNOWN_ALARM. */
export const alarmKind = (name: AlarmKind): Kind => alarms[knownAlarmKind(name)]
/** The kinds that no family hears of. */
export const staffAlarms = alarmKinds.filter((name) => alarmKind(name).isForStaffAlone === true)

const knownMetric = (name: string | null): MetricName | null =>
  name !== null && isMetricName(name) ? name : null
/** What an alarm of whichever version is about: null where only a newer one knows it. */
export const KnownMetric = z.codec(
  z.string().nullable(),
  z
    .custom<MetricName | null>((name) => name === null || typeof name === 'string')
    .meta({ anyOf: [{ type: 'string', enum: metricNames, examples: ['heartRate'] }, { type: 'null' }] }),
  { decode: knownMetric, encode: knownMetric },
)

/** Which side of its limits a value left; `NONE` for kinds that have no sides. */
export const directions = ['HIGH', 'LOW', 'NONE'] as const
export const Direction = z.enum(directions)
export type Direction = z.output<typeof Direction>

export const causes = ['HELPED', 'FALSE_ALARM', 'TEST', 'NO_ANSWER_VISITED', 'OTHER'] as const
export const Cause = z.enum(causes)
export type Cause = z.output<typeof Cause>

export const alarmSteps = [
  'OPENED',
  'REPEATED',
  'RAISED',
  'ACKNOWLEDGED',
  'UNDONE',
  'SNOOZED',
  'CLEARED',
  'CLOSED',
  'COMMENTED',
  'CANCELLED',
] as const
export const AlarmStep = z.enum(alarmSteps)
export type AlarmStep = z.output<typeof AlarmStep>

/** How long an alarm of each severity may be put off, in minutes. */
export const SNOOZE_MAX_MINUTES: Record<Severity, number> = {
  CRITICAL: 15,
  HIGH: 60,
  MEDIUM: 240,
  LOW: 1_440,
}

/** A cry for help is never put off. */
export const maySnooze = (name: AlarmKind): boolean => name !== 'SOS' && name !== 'FALL'

/** Whoever did not fall says so at once. */
export const CANCEL_WITHIN_MS = 30_000

/** What a device can say happened, beside what it measured. */
export const eventTypes = [
  'SOS',
  'FALL',
  /** The wearer says, on the watch, that it was none. */
  'FALL_CANCELLED',
  /** An alarm in a word that we do not know. */
  'UNKNOWN_ALARM',
  /** The wearer says that they are well. */
  'CHECK_IN',
  'OFF_WRIST',
  'ON_WRIST',
  'LOW_BATTERY',
  'CHARGING',
  'POWER_OFF',
] as const
export const EventType = z.enum(eventTypes)
export type EventType = z.output<typeof EventType>

/** Events that overtake everything queued: a life may hang on the next second. What takes one back goes the same way, or it would come before it. */
export const isUrgent = (type: EventType): boolean =>
  type === 'SOS' || type === 'FALL' || type === 'FALL_CANCELLED' || type === 'UNKNOWN_ALARM'

/** Whose alarm it is: a device's, or a room's. */
export const AlarmPlace = z.object({
  deviceUuid: Uuid.nullable(),
  deviceIMEI: z.string().nullable(),
  deviceName: z.string().nullable(),
  gatewayName: z.string().nullable(),
  roomName: z.string().nullable(),
  /** The tag or sensor that a room's alarm is about. */
  beaconName: z.string().nullable(),
  /** By which it is known who hears of it, where it is about no device. */
  branchUuid: Uuid.nullable(),
  /** Where a whole branch is meant, and no room or gateway of it; left out by the version before. */
  branchName: z.string().nullish(),
})

/** Of what is no longer as usual; null of all else; left out by the version before. */
export const Usual = z.object({
  /** What it had been, where `value` is what it has become. */
  usual: z.number().nullish(),
  byNight: z.boolean().nullish(),
})

export const Alarm = z
  .object({
    uuid: Uuid,
    /** The first alarm of its incident, or itself. */
    incidentUuid: Uuid.optional(),
    /** Who wore the device then. */
    wearer: WearerSummary.nullable(),
    ...AlarmPlace.shape,
    kind: KnownAlarmKind,
    direction: Direction,
    category: z.enum(alarmCategories),
    severity: Severity,
    active: z.boolean(),
    /** Only a person ends it, and says what it was. */
    latched: z.boolean(),
    acknowledged: z.boolean(),
    acknowledgedBy: z.string().nullable(),
    acknowledgedAt: Instant.nullable(),
    snoozedUntil: Instant.nullable(),
    late: z.boolean(),
    /** A chain being tried: nobody called for help. */
    isRehearsal: z.boolean(),
    metric: KnownMetric,
    value: z.number().nullable(),
    ...Usual.shape,
    /** How often it was triggered while open. */
    count: z.int(),
    openedAt: Instant,
    lastAt: Instant,
    clearedAt: Instant.nullable(),
    closedAt: Instant.nullable(),
    closedBy: z.string().nullable(),
    cause: Cause.nullable(),
  })
  .meta({ id: 'Alarm' })
export type Alarm = z.output<typeof Alarm>

/** What a paper says of an alarm: all that its sentence takes, and when it was. */
export const PaperAlarm = Alarm.pick({
  uuid: true,
  kind: true,
  direction: true,
  metric: true,
  value: true,
  usual: true,
  byNight: true,
  late: true,
  isRehearsal: true,
  severity: true,
  openedAt: true,
  closedAt: true,
})
export type PaperAlarm = z.output<typeof PaperAlarm>
