import type { MonitoringType } from '@carewatch/contracts/alarms'
import type { AlertGroup, TaskStatus } from '@carewatch/contracts/tasks'

/** The filters of the task list that a figure leads to. */
export type TaskSearch = {
  status?: TaskStatus
  alertGroup?: AlertGroup
  monitoringType?: MonitoringType
  unassigned?: boolean
  after?: string
}

/** The day of a moment as the task list takes it in its address. */
export const dayOf = (at: Date): string =>
  [at.getFullYear(), at.getMonth() + 1, at.getDate()].map((n) => String(n).padStart(2, '0')).join('-')
