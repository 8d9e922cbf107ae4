import * as contract from '@carewatch/contracts/http/branches'
import type { Serve } from '../http/serve.ts'
import type { Services } from '../services.ts'
import { deleteBranch } from './delete.ts'
import { branchDetails } from './details.ts'
import { listBranches } from './list.ts'
import { newBranch } from './new.ts'
import { changeBranchStatus, updateBranch } from './update.ts'

export function branchRoutes(serve: Serve, services: Services): void {
  const { db } = services
  serve(contract.allBranches, ({ query }, viewer) => listBranches(db, viewer, query))
  serve(contract.branchDetails, ({ params }, viewer) => branchDetails(db, viewer, params.uuid))
  serve(contract.newBranch, ({ body }, caller) => newBranch(db, caller, body))
  serve(contract.updateBranch, (asked, caller) => updateBranch(db, caller, asked))
  serve(contract.branchStatusChange, ({ body }, caller) => changeBranchStatus(services, caller, body))
  serve(contract.deleteBranch, ({ params }, caller) => deleteBranch(db, caller, params.uuid))
}
