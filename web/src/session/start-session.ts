import { tokenAtom } from '../http/token.ts'
import { startLive } from '../live/start-live.ts'
import { router } from '../router.ts'
import { store } from '../store.ts'
import { userAtom } from './session.ts'

/** Live while there is a token; without one, back to the sign-in. */
export function startSession(): void {
  let token: string | null = null
  let stopLive: (() => void) | undefined

  const follow = () => {
    const changed = store.get(tokenAtom)
    if (changed === token) return
    token = changed
    stopLive?.()
    stopLive = token ? startLive(() => void router.invalidate()) : undefined
    if (token) return
    store.set(userAtom, null)
    void router.navigate({ to: '/auth/login' })
  }
  store.sub(tokenAtom, follow)
  follow()
}
