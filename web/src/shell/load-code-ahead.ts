import { tokenAtom } from '../http/token.ts'
import { router } from '../router.ts'
import { store } from '../store.ts'

/** The code of the first screen comes beside its texts, and not after the server has said who is signed in. What does not come is asked for again by the router, which says so. */
export function loadCodeAhead(): void {
  const ids = router.matchRoutes(router.latestLocation).map(({ routeId }) => String(routeId))
  const isSignInAhead = ids.includes('/_shell') && store.get(tokenAtom) === null
  const ahead = Object.entries(router.routesById).filter(([id]) =>
    isSignInAhead ? id === '/auth/login' : ids.includes(id),
  )
  for (const [, route] of ahead) router.loadRouteChunk(route)?.catch(() => {})
}
