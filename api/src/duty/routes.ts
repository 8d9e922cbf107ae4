import * as contract from '@carewatch/contracts/http/duty'
import type { Serve } from '../http/serve.ts'
import type { Services } from '../services.ts'
import { endDuty } from './end.ts'
import { listDuties } from './list.ts'
import { newDuty } from './new.ts'

export function dutyRoutes(serve: Serve, { db }: Services): void {
  serve(contract.duties, (asked, caller) => listDuties(db, caller, asked))
  serve(contract.newDuty, (asked, caller) => newDuty(db, caller, asked))
  serve(contract.endDuty, ({ params }, caller) => endDuty(db, caller, params.uuid))
}
