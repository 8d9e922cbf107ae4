import * as contract from '@carewatch/contracts/http/relatives'
import type { Serve } from '../http/serve.ts'
import type { Services } from '../services.ts'
import { addRelative } from './add.ts'
import { deleteRelation, deleteRelative } from './delete.ts'
import { listRelatives } from './list.ts'
import { newRelation } from './new.ts'
import { updateRelation } from './update.ts'

export function relativeRoutes(serve: Serve, services: Services): void {
  const { db } = services
  serve(contract.newRelation, ({ body }, caller) => newRelation(services, caller, body))
  serve(contract.addRelative, ({ body }, caller) => addRelative(services, caller, body))
  serve(contract.updateRelation, (asked, caller) => updateRelation(services, caller, asked))
  serve(contract.deleteRelation, ({ params }, caller) => deleteRelation(db, caller, params.uuid))
  serve(contract.deleteNamedRelation, ({ body }, caller) => deleteRelation(db, caller, body.uuid))
  serve(contract.deleteRelative, ({ body }, caller) => deleteRelative(db, caller, body))
  serve(contract.allRelations, (asked, viewer) => listRelatives(db, viewer, asked))
}
