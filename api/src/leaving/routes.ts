import { leaveCompany as leave } from '@carewatch/contracts/http/own-companies'
import { deleteUser as remove, userStatusChange } from '@carewatch/contracts/http/users'
import type { Serve } from '../http/serve.ts'
import type { Services } from '../services.ts'
import { deleteUser } from './delete.ts'
import { leaveCompany } from './leave.ts'
import { changeUserStatus } from './status.ts'

/** An account ends or rests: its person leaves, or its company lets them go, or in no longer. */
export function leavingRoutes(serve: Serve, services: Services): void {
  const { viewers } = services
  /** This process need not wait for the database to tell it what it has just changed. */
  async function changed<Result>(work: Promise<Result>): Promise<Result> {
    const result = await work
    viewers.forgetAll()
    return result
  }

  serve(leave, ({ body }, caller) => changed(leaveCompany(services, caller, body)))
  serve(remove, ({ params }, caller) => changed(deleteUser(services, caller, params.uuid)))
  serve(userStatusChange, ({ body }, caller) => changed(changeUserStatus(services, caller, body)))
}
