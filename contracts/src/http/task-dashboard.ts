import { z } from 'zod'
import { MonitoringType } from '../alarms.ts'
import { permissions } from '../permissions.ts'
import { TaskStatus, dashboardDays } from '../tasks.ts'
import { Instant } from '../wire.ts'
import { endpoint, Total } from './endpoint.ts'

export const DASHBOARD_DAYS_MAX = 400

const Figures = z.object({
  total: Total,
  unassigned: Total,
  /** Made by an alarm, not by a person. */
  systemCreated: Total,
})
export type TaskFigures = z.output<typeof Figures>

export const taskDashboard = endpoint({
  method: 'GET',
  path: '/tasks/dashboard',
  summary: 'The tasks made in the last days (yours, counting today), or between two moments, in figures',
  allow: permissions.seeTasks,
  byKey: 'tasks:read',
  query: z.strictObject({
    days: z.enum(dashboardDays).default('7'),
    /** Instead of the last days. */
    from: Instant.optional(),
    to: Instant.optional(),
  }),
  reply: z.object({
    from: Instant,
    to: Instant,
    ...Figures.shape,
    done: Total,
    inProgress: Total,
    open: Total,
    deferred: Total,
    /** Open or in progress past their time, whenever they were made. */
    overdue: Total,
    types: z.object({ sosAndAlarms: Total, vitals: Total, geofence: Total }),
    byStatus: z.array(z.object({ status: TaskStatus, ...Figures.shape })),
    byMonitoringType: z.array(z.object({ monitoringType: MonitoringType, ...Figures.shape })),
    days: z.array(
      z.object({
        day: z.iso.date().meta({ examples: ['2026-11-21'] }),
        /** Made on that day, and finished on that day whenever made. */
        generated: Total,
        resolved: Total,
      }),
    ),
  }),
})
