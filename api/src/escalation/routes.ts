import * as contract from '@carewatch/contracts/http/escalation'
import type { Serve } from '../http/serve.ts'
import type { Services } from '../services.ts'
import { readReach } from './reach.ts'
import { readEscalation } from './read.ts'
import { rehearse } from './rehearse.ts'
import { readUnreached } from './unreached.ts'
import { updateEscalation } from './update.ts'

export function escalationRoutes(serve: Serve, services: Services): void {
  const { db } = services
  serve(contract.escalation, (asked, caller) => readEscalation(db, caller, asked))
  serve(contract.escalationReach, (asked, caller) => readReach(services, caller, asked))
  serve(contract.unreachedOf, (asked, caller) => readUnreached(services, caller, asked))
  serve(contract.rehearseEscalation, (asked, caller) => rehearse(services, caller, asked))
  serve(contract.updateEscalation, (asked, caller) => updateEscalation(db, caller, asked))
}
