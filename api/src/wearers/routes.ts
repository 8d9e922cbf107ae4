import { ward } from '@carewatch/contracts/http/ward'
import * as contract from '@carewatch/contracts/http/wearers'
import { publishingEnded } from '../alarms/publish-ended.ts'
import type { Serve } from '../http/serve.ts'
import type { Services } from '../services.ts'
import { assignDevice } from './assign.ts'
import { cancelPlan } from './cancel-plan.ts'
import { changeCare, readCare } from './care.ts'
import { getWearerDetail, listAssignments } from './detail.ts'
import { eraseWearer } from './erase.ts'
import { grantCare } from './grant-care.ts'
import { listWearers } from './list.ts'
import { newWearer } from './new.ts'
import { takeBackDevice } from './take-back.ts'
import { updateWearer } from './update.ts'
import { readWard } from './ward/read-ward.ts'

export function wearerRoutes(serve: Serve, services: Services): void {
  const { db } = services
  serve(contract.allWearers, (asked, viewer) => listWearers(db, viewer, asked))
  serve(ward, (asked, caller) => readWard(services, caller, asked))
  serve(contract.wearerDetail, ({ params }, viewer) => getWearerDetail(db, viewer, params.uuid))
  serve(contract.wearerAssignments, ({ params }, viewer) => listAssignments(db, viewer, params.uuid))
  serve(contract.newWearer, (asked, caller) => newWearer(db, caller, asked))
  serve(contract.updateWearer, (asked, caller) =>
    publishingEnded(services, { wearerUuid: asked.params.uuid }, () => updateWearer(db, caller, asked)),
  )
  serve(contract.eraseWearer, (asked, caller) =>
    publishingEnded(services, { wearerUuid: asked.params.uuid }, () => eraseWearer(db, caller, asked)),
  )
  serve(contract.wearerCare, (asked, caller) => readCare(services, caller, asked))
  serve(contract.updateWearerCare, (asked, caller) => changeCare(services, caller, asked))
  serve(contract.grantCare, (asked, caller) => grantCare(db, caller, asked))
  serve(contract.assignDevice, (asked, caller) =>
    publishingEnded(services, { deviceUuid: asked.body.deviceUUID }, () => assignDevice(db, caller, asked)),
  )
  serve(contract.takeBackDevice, (asked, caller) =>
    publishingEnded(services, { deviceUuid: asked.body.deviceUUID }, () => takeBackDevice(db, caller, asked)),
  )
  serve(contract.cancelPlan, (asked, caller) => cancelPlan(db, caller, asked))
}
