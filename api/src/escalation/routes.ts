import * as contract from '@carewatch/contracts/http/escalation'
import type { Serve } from '../http/serve.ts'
import type { Services } from '../services.ts'
import { readEscalation } from './read.ts'
import { updateEscalation } from './update.ts'

export function escalationRoutes(serve: Serve, { db }: Services): void {
  serve(contract.escalation, (asked, caller) => readEscalation(db, caller, asked))
  serve(contract.updateEscalation, (asked, caller) => updateEscalation(db, caller, asked))
}
