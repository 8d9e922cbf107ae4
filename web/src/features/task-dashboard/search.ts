import { dashboardDays } from '@carewatch/contracts/tasks'
import { z } from 'zod'

/** Over how many days the figures are, as it stands in the address. */
export const DashboardSearch = z.object({ days: z.enum(dashboardDays).optional().catch(undefined) })
export type DashboardSearch = z.output<typeof DashboardSearch>
export const USUAL_DAYS = '7'
