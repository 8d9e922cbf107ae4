import * as contract from '@carewatch/contracts/http/monthly-packs'
import type { Serve } from '../http/serve.ts'
import type { Services } from '../services.ts'
import { issueMonthlyPack, readMonthlyPack } from './issue.ts'

export function inspectionRoutes(serve: Serve, { db }: Services): void {
  serve(contract.monthlyPack, (asked, caller) => readMonthlyPack(db, caller, asked))
  serve(contract.issueMonthlyPack, (asked, caller) => issueMonthlyPack(db, caller, asked))
}
