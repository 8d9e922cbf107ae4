import * as contract from '@carewatch/contracts/http/users'
import type { Serve } from '../http/serve.ts'
import type { Services } from '../services.ts'
import { changeSupervisor } from './change-supervisor.ts'
import { resetTelegram, setSms } from './channels.ts'
import { userChoices } from './choices.ts'
import { userDetail } from './detail.ts'
import { findUser } from './find.ts'
import { listUsers } from './list.ts'
import { newUser } from './new.ts'
import { changePasswordByAdmin } from './password-by-admin.ts'
import { sendRecoveryTo } from './send-recovery.ts'
import { endSessionsOf, resetTwoStepOf } from './sign-in-of.ts'
import { updateSelf } from './update-self.ts'

export function userRoutes(serve: Serve, services: Services): void {
  const { db, viewers } = services
  /** This process need not wait for the database to tell it what it has just changed. */
  async function changed<Result>(work: Promise<Result>): Promise<Result> {
    const result = await work
    viewers.forgetAll()
    return result
  }

  serve(contract.listUsers, ({ query }, caller) => listUsers(db, caller, query))
  serve(contract.userDetail, ({ params }, caller) => userDetail(db, caller, params.uuid))
  serve(contract.userChoices, ({ params }, caller) => userChoices(db, caller, params.key))
  serve(contract.findUser, ({ body }, caller) => findUser(db, caller, body))
  serve(contract.newUser, ({ body }, caller) => newUser(services, caller, body))
  serve(contract.updateSelf, ({ body }, caller) => changed(updateSelf(services, caller, body)))
  serve(contract.changeSupervisor, ({ body }, caller) => changed(changeSupervisor(db, caller, body)))
  serve(contract.changePasswordByAdmin, ({ body }, caller) =>
    changed(changePasswordByAdmin(services, caller, body)),
  )
  serve(contract.sendRecoveryTo, ({ params }, caller) => sendRecoveryTo(services, caller, params.uuid))
  serve(contract.endUserSessions, ({ params }, caller) => changed(endSessionsOf(db, caller, params.uuid)))
  serve(contract.resetTotp, ({ params }, caller) => changed(resetTwoStepOf(db, caller, params.uuid)))
  serve(contract.setSms, ({ body }, caller) => changed(setSms(db, caller, body)))
  serve(contract.resetTelegram, ({ params }, caller) => changed(resetTelegram(db, caller, params.userKey)))
}
