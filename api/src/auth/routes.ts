import * as contract from '@carewatch/contracts/http/auth'
import type { Language } from '@carewatch/contracts/languages'
import { type Role, roleId, roles } from '@carewatch/contracts/roles'
import { users } from '@carewatch/migrations/schema/people'
import { eq } from 'drizzle-orm'
import type { Viewer } from '../access/viewer.ts'
import type { Serve } from '../http/serve.ts'
import type { Services } from '../services.ts'
import { createLogin } from './login.ts'
import { logout } from './logout.ts'

// Safe: exactly the roles, each with its id.
const roleIds = Object.fromEntries(roles.map((role) => [role, roleId(role)])) as Record<Role, number>

async function changeLanguage({ db }: Services, viewer: Viewer, selectedLanguage: Language) {
  await db.update(users).set({ selectedLanguage, updatedAt: new Date() }).where(eq(users.id, viewer.id))
  return { selectedLanguage }
}

export function authRoutes(serve: Serve, services: Services): void {
  const { db, sessions, viewers } = services
  const login = createLogin(db)

  serve.toAnyone(contract.login, async ({ body }, stranger) => {
    const user = await login({ ...body, address: stranger.address })
    return { token: await sessions.start(user, stranger), user }
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
