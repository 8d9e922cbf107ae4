import * as contract from '@carewatch/contracts/http/sales'
import type { Serve } from '../http/serve.ts'
import type { Services } from '../services.ts'
import { getSalesDashboard } from './dashboard.ts'

export function salesRoutes(serve: Serve, { db }: Services): void {
  serve(contract.salesDashboard, ({ query }, viewer) => getSalesDashboard(db, viewer, query))
}
