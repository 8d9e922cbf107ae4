import { closeDialog } from '../dialogs/open.ts'
import { forgetLastKnown } from '../http/last-known.ts'
import { tokenAtom } from '../http/token.ts'
import { startLive } from '../live/start-live.ts'
import { router } from '../router.ts'
import { store } from '../store.ts'
import { onReload } from '../ui/reload.ts'
import { hasUnsaved } from '../ui/form/unsaved.ts'
import { isExpiredAtom, isLeavingAtom, userAtom } from './session.ts'

/** Live while there is a token; without one, back to the sign-in: at once, or where a form would be lost, on the spot. */
export function startSession(): void {
  onReload(() => void router.invalidate())
  let token: string | null = null
  let stopLive: (() => void) | undefined

  const follow = () => {
    const changed = store.get(tokenAtom)
    if (changed === token) return
    token = changed
    stopLive?.()
    stopLive = token ? startLive(() => void router.invalidate()) : undefined
    if (token) return
    void forgetLastKnown()
    const isExpired = hasUnsaved() && !store.get(isLeavingAtom)
    store.set(isExpiredAtom, isExpired)
    if (isExpired) return
    store.set(userAtom, null)
    closeDialog()
    void router.navigate({ to: '/auth/login', ignoreBlocker: true })
  }
  store.sub(tokenAtom, follow)
  follow()
}
