import * as contract from '@carewatch/contracts/http/auth'
import type { Language } from '@carewatch/contracts/languages'
import { Refusal } from '@carewatch/contracts/refusal'
import { type Role, roleId, roles } from '@carewatch/contracts/roles'
import { users } from '@carewatch/migrations/schema/people'
import { eq } from 'drizzle-orm'
import { audit } from '../access/audit.ts'
import { saveForOthers } from '../access/of-person.ts'
import type { Caller } from '../access/viewer.ts'
import type { Serve } from '../http/serve.ts'
import type { Services } from '../services.ts'
import { changeEmail, confirmEmail } from './email.ts'
import { changePassword } from './change-password.ts'
import { login } from './login.ts'
import { logout } from './logout.ts'
import { changePasswordFromLink, sendRecovery } from './recover.ts'
import { register } from './register.ts'
import { act, endOne, endOthers, listSessions } from './sessions.ts'
import { beginTwoStep, confirmTwoStep, endTwoStep } from './two-step.ts'

// Safe: exactly the roles, each with its id.
const roleIds = Object.fromEntries(roles.map((role) => [role, roleId(role)])) as Record<Role, number>

async function changeLanguage({ db }: Services, caller: Caller, selectedLanguage: Language) {
  await db.transaction(async (tx) => {
    await tx.update(users).set({ selectedLanguage }).where(eq(users.id, caller.id))
    await saveForOthers(tx, caller, { selectedLanguage })
    const detail = { fields: ['selectedLanguage'] }
    await audit(tx, caller, { action: 'updated', entity: 'user', uuid: caller.uuid, detail })
  })
  return { selectedLanguage }
}

export function authRoutes(serve: Serve, services: Services): void {
  const { db, sessions, viewers } = services
  /** This process need not wait for the database to tell it what it has just changed. */
  async function changed<Result>(work: Promise<Result>): Promise<Result> {
    const result = await work
    viewers.forgetAll()
    return result
  }

  serve.toAnyone(contract.login, async ({ body }, stranger) => {
    const user = await login(services, { ...body, address: stranger.address })
    return { token: await sessions.start(user, stranger), user }
  })
  serve.toAnyone(contract.register, ({ body }, stranger) => register(services, body, stranger))
  serve.toAnyone(contract.sendRecoveryEmail, async ({ body }, stranger) => {
    if (!body.key) throw new Refusal('invalid', 'noUserKey')
    return sendRecovery(services, body.key, stranger)
  })
  serve.toAnyone(contract.changePasswordFromLink, ({ body }, stranger) =>
    changed(changePasswordFromLink(services, body, stranger)),
  )
  serve(contract.changeEmail, ({ body }, caller) => changed(changeEmail(services, caller, body)))
  serve(contract.confirmEmail, ({ body }, caller) => changed(confirmEmail(services, caller, body)))
  serve(contract.changePassword, ({ body }, caller) => changed(changePassword(services, caller, body)))
  serve(contract.validateToken, async (_, user) => ({ user }))
  serve(contract.logout, (_, caller) => changed(logout(db, caller)))
  serve(contract.act, ({ body }, caller) => act(db, caller, body))
  serve(contract.sessionListing, (_, caller) => listSessions(db, caller))
  serve(contract.endOneSession, ({ params, body }, caller) =>
    changed(endOne(services, caller, { ...params, ...body })),
  )
  serve(contract.endOtherSessions, ({ body }, caller) => changed(endOthers(services, caller, body)))
  serve(contract.beginTotp, (_, caller) => beginTwoStep(services, caller))
  serve(contract.confirmTotp, ({ body }, caller) => changed(confirmTwoStep(services, caller, body)))
  serve(contract.endTotp, ({ body }, caller) => endTwoStep(services, caller, body))
  serve(contract.roleListing, async () => ({ roles: roleIds }))
  serve(contract.changeLanguage, ({ body }, caller) =>
    changed(changeLanguage(services, caller, body.selectedLanguage)),
  )
}
