import * as contract from '@carewatch/contracts/http/floor-plans'
import type { Serve } from '../http/serve.ts'
import type { Services } from '../services.ts'
import { deletePlan, placeRooms, sendPlan } from './change.ts'
import { readPlan, readPlanPicture } from './read.ts'

export function floorPlanRoutes(serve: Serve, { db }: Services): void {
  serve(contract.floorPlan, ({ params }, viewer) => readPlan(db, viewer, params.uuid))
  serve.file(contract.floorPlanPicture, ({ params }, viewer) => readPlanPicture(db, viewer, params.uuid))
  serve.upload(contract.sendFloorPlan, ({ params: { uuid } }, caller, request) =>
    sendPlan(db, caller, { uuid, request }),
  )
  serve(contract.placeRooms, (asked, caller) => placeRooms(db, caller, asked))
  serve(contract.deleteFloorPlan, ({ params }, caller) => deletePlan(db, caller, params.uuid))
}
