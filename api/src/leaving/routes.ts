import { leaveCompany as leave } from '@carewatch/contracts/http/own-companies'
import * as contract from '@carewatch/contracts/http/users'
import type { Serve } from '../http/serve.ts'
import type { Services } from '../services.ts'
import { deleteUser } from './delete.ts'
import { eraseUser } from './erase.ts'
import { leaveCompany } from './leave.ts'
import { changeUserStatus } from './status.ts'
import { updateUser } from './update.ts'

/** An account ends, rests or moves: its person leaves, or its company lets them go, or in no longer, or gives them another role or place. */
export function leavingRoutes(serve: Serve, services: Services): void {
  const { viewers } = services
  /** This process need not wait for the database to tell it what it has just changed. */
  async function changed<Result>(work: Promise<Result>): Promise<Result> {
    const result = await work
    viewers.forgetAll()
    return result
  }

  serve(leave, ({ body }, caller) => changed(leaveCompany(services, caller, body)))
  serve(contract.updateUser, (input, caller) => changed(updateUser(services, caller, input)))
  serve(contract.deleteUser, ({ params }, caller) => changed(deleteUser(services, caller, params.uuid)))
  serve(contract.eraseUser, ({ params }, caller) => changed(eraseUser(services, caller, params.uuid)))
  serve(contract.userStatusChange, ({ body }, caller) => changed(changeUserStatus(services, caller, body)))
}
