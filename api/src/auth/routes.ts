import * as contract from '@carewatch/contracts/http/auth'
import type { Language } from '@carewatch/contracts/languages'
import { type Role, roleId, roles } from '@carewatch/contracts/roles'
import { users } from '@carewatch/migrations/schema/people'
import { eq } from 'drizzle-orm'
import { audit } from '../access/audit.ts'
import type { Caller } from '../access/viewer.ts'
import type { Serve } from '../http/serve.ts'
import type { Services } from '../services.ts'
import { createLogin } from './login.ts'
import { logout } from './logout.ts'

// Safe: exactly the roles, each with its id.
const roleIds = Object.fromEntries(roles.map((role) => [role, roleId(role)])) as Record<Role, number>

async function changeLanguage({ db }: Services, viewer: Caller, selectedLanguage: Language) {
  await audit(db, viewer, {
    action: 'updated',
    entity: 'user',
    uuid: viewer.uuid,
    detail: { fields: ['selectedLanguage'] },
  })
  await db.update(users).set({ selectedLanguage, updatedAt: new Date() }).where(eq(users.id, viewer.id))
  return { selectedLanguage }
}

export function authRoutes(serve: Serve, services: Services): void {
  const { db, sessions, viewers } = services
  const login = createLogin(db)

  serve.toAnyone(contract.login, async ({ body }, stranger) => {
    const user = await login({ ...body, address: stranger.address })
    const token = await sessions.start(user, stranger)
    await audit(
      db,
      { ...user, address: stranger.address },
      { action: 'signedIn', entity: 'user', uuid: user.uuid },
    )
    return { token, user }
  })
  serve(contract.validateToken, async (_, user) => ({ user }))
  serve(contract.logout, async (_, viewer) => {
    await logout(db, viewer)
    viewers.forgetAll()
    return null
  })
  serve(contract.roleListing, async () => ({ roles: roleIds }))
  serve(contract.changeLanguage, async ({ body }, viewer) => {
    const changed = await changeLanguage(services, viewer, body.selectedLanguage)
    viewers.forgetAll()
    return changed
  })
}
