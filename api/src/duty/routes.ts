import * as contract from '@carewatch/contracts/http/duty'
import { keptShiftSheet, shiftSheet, shiftSheets } from '@carewatch/contracts/http/shift-sheet'
import type { Serve } from '../http/serve.ts'
import type { Services } from '../services.ts'
import { endDuty } from './end.ts'
import { handOverDuty } from './hand-over.ts'
import { listDuties } from './list.ts'
import { newDuty } from './new.ts'
import { readDutyNow } from './now.ts'
import { listShiftSheets, readKeptSheet } from './sheet/kept.ts'
import { readShiftSheet } from './sheet/read.ts'
import { stopDuties } from './stop.ts'

export function dutyRoutes(serve: Serve, { db }: Services): void {
  serve(contract.duties, (asked, caller) => listDuties(db, caller, asked))
  serve(contract.dutyNow, (_, caller) => readDutyNow(db, caller))
  serve(shiftSheet, (asked, caller) => readShiftSheet(db, caller, asked))
  serve(shiftSheets, (asked, caller) => listShiftSheets(db, caller, asked))
  serve(keptShiftSheet, ({ params }, caller) => readKeptSheet(db, caller, params.uuid))
  serve(contract.newDuty, (asked, caller) => newDuty(db, caller, asked))
  serve(contract.endDuty, ({ params }, caller) => endDuty(db, caller, params.uuid))
  serve(contract.handOverDuty, (asked, caller) => handOverDuty(db, caller, asked))
  serve(contract.stopDuties, ({ body }, caller) => stopDuties(db, caller, body.branchUUID))
}
