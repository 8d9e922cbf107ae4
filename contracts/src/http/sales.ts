import { z } from 'zod'
import { permissions } from '../permissions.ts'
import { Uuid } from '../wire.ts'
import { endpoint } from './endpoint.ts'

const Count = z.int().min(0)
const Day = z.iso.date().meta({ examples: ['2026-11-21'] })

const Figures = z.object({
  /** Owners who have a supervisor, and those who have none. */
  customers: z.object({ supervised: Count, private: Count }),
  devices: z.object({ sold: Count, unsold: Count }),
})

export const salesDashboard = endpoint({
  method: 'GET',
  path: '/sales/dashboard',
  summary: 'Customers and devices, this month and to date ("month" is yours)',
  allow: permissions.seeSales,
  byKey: null,
  query: z.strictObject({ companyUuid: Uuid.optional(), branchUuid: Uuid.optional() }),
  reply: z.object({
    toDate: Figures,
    /** What was added since the first of the month. */
    thisMonth: Figures,
    /** Each day of this month up to today. */
    days: z.array(z.object({ day: Day, sold: Count, customers: Count })),
    /** The last twelve months, oldest first, each named by its first day. */
    months: z.array(z.object({ month: Day, sold: Count, customers: Count })),
  }),
})
