import { forgetPush, keepPush } from '../pwa/push.ts'
import { closeDialog } from '../dialogs/open.ts'
import { forgetLastKnown } from '../http/last-known.ts'
import { tokenAtom } from '../http/token.ts'
import { startLive } from '../live/start-live.ts'
import { router } from '../router.ts'
import { store } from '../store.ts'
import { onReload } from '../ui/page/reload.ts'
import { hasUnsaved } from '../ui/form/unsaved.ts'
import {
  isExpiredAtom,
  isLeavingAtom,
  isRenewingAtom,
  isSwitchingAtom,
  userAtom,
} from '../session/session.ts'
import { followTouches } from '../session/sign-in-end.ts'

/** Live while somebody is signed in; without a token, back to the sign-in: at once, or where a form would be lost, on the spot. */
export function startSession(): void {
  onReload(() => void router.invalidate())
  let token: string | null = null

  const follow = () => {
    const changed = store.get(tokenAtom)
    if (changed === token) return
    token = changed
    if (token) return
    void forgetLastKnown()
    void forgetPush()
    const isExpired = hasUnsaved() && !store.get(isLeavingAtom)
    store.set(isExpiredAtom, isExpired)
    if (isExpired) return
    store.set(userAtom, null)
    store.set(isRenewingAtom, false)
    closeDialog()
    void router.navigate({ to: '/auth/login', search: whereTo(), ignoreBlocker: true })
  }
  store.sub(tokenAtom, follow)
  follow()
  keepLive()
}

/** Whoever did not sign out themselves comes back to where they were. */
function whereTo(): { returnTo?: string } {
  const { href, pathname } = router.latestLocation
  return store.get(isLeavingAtom) || pathname.startsWith('/auth/') ? {} : { returnTo: href }
}

/** The token that the live socket would be let in with: not before its owner has done what is asked of them first. */
const liveToken = (): string | null => {
  const user = store.get(userAtom)
  if (store.get(isSwitchingAtom)) return null
  return user && !user.mustChangePassword && !user.mustSetUpTwoStep ? store.get(tokenAtom) : null
}

function startBoth(): () => void {
  const stopLive = startLive(() => void router.invalidate())
  const stopTouches = followTouches()
  return () => {
    stopLive()
    stopTouches()
  }
}

function keepLive(): void {
  let token: string | null = null
  let stop: (() => void) | undefined

  const follow = () => {
    const changed = liveToken()
    if (changed === token) return
    token = changed
    stop?.()
    stop = token ? startBoth() : undefined
    const user = store.get(userAtom)
    if (token && user) void keepPush(user.uuid)
  }
  store.sub(tokenAtom, follow)
  store.sub(userAtom, follow)
  store.sub(isSwitchingAtom, follow)
  follow()
}
