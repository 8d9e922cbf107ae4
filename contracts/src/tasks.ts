import { z } from 'zod'
import { KnownAlarmKind, MonitoringType, Severity } from './alarms.ts'
import { WearerSummary } from './wearers.ts'
import { Instant, Uuid } from './wire.ts'

export const taskStatuses = ['OPEN', 'IN_PROGRESS', 'DONE', 'DEFERRED'] as const
export const TaskStatus = z.enum(taskStatuses)
export type TaskStatus = z.output<typeof TaskStatus>
/** Those that somebody still has to see to. */
export const openStatuses = ['OPEN', 'IN_PROGRESS', 'DEFERRED'] as const satisfies readonly TaskStatus[]

/** The moves a task may make; anything else is a conflict. */
export const taskMoves: Record<TaskStatus, readonly TaskStatus[]> = {
  OPEN: ['IN_PROGRESS', 'DEFERRED'],
  IN_PROGRESS: ['DONE', 'DEFERRED'],
  DONE: ['OPEN'],
  DEFERRED: ['IN_PROGRESS', 'OPEN'],
}
export const mayMove = (from: TaskStatus, to: TaskStatus): boolean => taskMoves[from].includes(to)

/** How long a task of each severity may wait before it is overdue, in milliseconds. */
export const DUE_MS: Record<Severity, number> = {
  CRITICAL: 3 * 60_000,
  HIGH: 15 * 60_000,
  MEDIUM: 4 * 3_600_000,
  LOW: 24 * 3_600_000,
}

/** What people call the alert type of a task: SOS and alarms, vitals, geo-fence. */
export const alertGroups = {
  SOS_AND_ALARMS: ['SOS', 'ALARM'],
  VITALS: ['VITALS'],
  GEOFENCE: ['GEOFENCE'],
} as const satisfies Record<string, readonly MonitoringType[]>
export type AlertGroup = keyof typeof alertGroups
// Safe: the object's own keys.
export const AlertGroup = z.enum(Object.keys(alertGroups) as [AlertGroup, ...AlertGroup[]])

export const REOPEN_WITHIN_MS = 24 * 3_600_000

export const Task = z
  .object({
    uuid: Uuid,
    id: z.int(),
    title: z.string(),
    deviceUuid: Uuid.nullable(),
    deviceIMEI: z.string().nullable(),
    deviceName: z.string().nullable(),
    /** By which it is known who hears of it, where it is about no device. */
    branchUuid: Uuid.nullable(),
    alarmUuid: Uuid.nullable(),
    /** Whom it is about; left out by the version before. */
    wearerUuid: Uuid.nullish(),
    wearer: WearerSummary.nullish(),
    status: TaskStatus,
    monitoringType: MonitoringType,
    alertType: KnownAlarmKind.nullable(),
    severity: Severity,
    /** `SYSTEM`, or the name of the person who made it. */
    createdBy: z.string(),
    assignedTo: Uuid.nullable(),
    assigneeName: z.string().nullable(),
    outcome: z.string().nullable(),
    reason: z.string().nullable(),
    deferredUntil: Instant.nullable(),
    dueAt: Instant,
    createdAt: Instant,
    updatedAt: Instant,
    isUnAssigned: z.boolean(),
    isDone: z.boolean(),
    isOverdue: z.boolean(),
  })
  .meta({ id: 'Task' })
export type Task = z.output<typeof Task>

/** The specification's date filter of the dashboard (point 9), in days. */
export const dashboardDays = ['1', '3', '7', '14'] as const
