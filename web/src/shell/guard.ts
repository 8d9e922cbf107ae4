import type { CurrentUser } from '@carewatch/contracts/http/auth'
import { redirect } from '@tanstack/react-router'
import { mayOpen, type ScreenName } from './navigation.ts'
import { knownUser } from '../session/session.ts'

/** Only for the signed-in. */
export async function guardSignedIn(returnTo?: string): Promise<{ user: CurrentUser }> {
  const user = (await knownUser()) ?? toSignIn(returnTo)
  guardHeldBack(user, returnTo)
  return { user }
}

/** Whose password somebody else chose first chooses one, and of whom a second step is asked sets it up: nothing else would be answered. */
export function guardHeldBack(user: CurrentUser | null, returnTo?: string): void {
  const search = returnTo ? { returnTo } : {}
  if (user?.mustChangePassword) redirect({ to: '/auth/changePassword', search, throw: true })
  if (user?.mustSetUpTwoStep) redirect({ to: '/auth/twoStep', search, throw: true })
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
