import * as contract from '@carewatch/contracts/http/calibration'
import type { Serve } from '../http/serve.ts'
import type { Services } from '../services.ts'
import { discardWalk, finishWalk, startWalk } from './change-walk.ts'
import { createExaminations } from './examinations.ts'
import { readCalibration } from './read.ts'
import { getWalk, progressOf } from './walk.ts'

export function calibrationRoutes(serve: Serve, { db }: Services): void {
  const examinations = createExaminations()
  serve(contract.calibration, ({ params }, viewer) =>
    readCalibration({ db, examinations }, viewer, params.uuid),
  )
  serve(contract.startWalk, (asked, caller) => startWalk(db, caller, asked))
  serve(contract.walkProgress, async ({ params }, viewer) => ({
    walk: await progressOf(db, viewer, await getWalk(db, viewer, params.uuid)),
  }))
  serve(contract.finishWalk, ({ params }, caller) => finishWalk(db, caller, params.uuid))
  serve(contract.discardWalk, ({ params }, caller) => discardWalk(db, caller, params.uuid))
}
