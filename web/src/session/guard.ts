import type { CurrentUser } from '@carewatch/contracts/http/auth'
import { redirect } from '@tanstack/react-router'
import { mayOpen, type ScreenName } from '../shell/navigation.ts'
import { knownUser } from './session.ts'

/** Only for the signed-in. */
export async function guardSignedIn(returnTo?: string): Promise<{ user: CurrentUser }> {
  return { user: (await knownUser()) ?? toSignIn(returnTo) }
}

function toSignIn(returnTo: string | undefined): never {
  redirect({ to: '/auth/login', search: returnTo ? { returnTo } : {}, throw: true })
  throw new Error('A redirect always throws.')
}

/** Only for the roles that the screen is for. */
export const guard =
  (name: ScreenName) =>
  ({ context }: { context: { user: CurrentUser } }): void => {
    if (!mayOpen(name, context.user.role)) redirect({ to: '/errors/error-401', throw: true })
  }
