import * as contract from '@carewatch/contracts/http/audit'
import type { Serve } from '../http/serve.ts'
import type { Services } from '../services.ts'
import { listTraces } from './list-traces.ts'

export function auditRoutes(serve: Serve, { db }: Services): void {
  serve(contract.auditTrail, (asked, viewer) => listTraces(db, viewer, asked))
}
