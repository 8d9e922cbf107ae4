import * as contract from '@carewatch/contracts/http/fences'
import type { Serve } from '../http/serve.ts'
import type { Services } from '../services.ts'
import { deleteFence } from './delete.ts'
import { listFences } from './list.ts'
import { newFence } from './new.ts'
import { updateFence } from './update.ts'

export function fenceRoutes(serve: Serve, services: Services): void {
  const { db } = services
  serve(contract.deviceFences, (asked, caller) => listFences(services, caller, asked))
  serve(contract.newFence, (asked, caller) => newFence(db, caller, asked))
  serve(contract.updateFence, (asked, caller) => updateFence(db, caller, asked))
  serve(contract.deleteFence, ({ params }, caller) => deleteFence(db, caller, params.uuid))
}
