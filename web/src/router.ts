import { createRouter } from '@tanstack/react-router'
import { Failure } from './http/failure.ts'
import { routeTree } from './routeTree.gen.ts'
import { LoadFailed } from './ui/page/LoadFailed.tsx'
import { PageLoading } from './ui/page/PageLoading.tsx'
import { isOwnRetry } from './ui/page/use-own-retry.ts'
import { snackFailure } from './feedback/snack.ts'

export const router = createRouter({
  routeTree,
  defaultPreload: 'intent',
  // Vital signs are never shown from a cache: every visit asks again.
  defaultStaleTime: 0,
  defaultPreloadStaleTime: 5_000,
  defaultGcTime: 0,
  // A filter or a span that changes leaves the screen, and where one is on it, in place; the line above it moves.
  defaultPendingMs: 1_000,
  defaultPendingMinMs: 200,
  defaultPendingComponent: PageLoading,
  defaultErrorComponent: LoadFailed,
  // A dead session is no failure to show: it leads to the sign-in.
  defaultOnCatch: (error) => {
    if (error instanceof Failure && error.status !== 401 && !isOwnRetry()) snackFailure(error)
  },
  scrollRestoration: true,
  scrollToTopSelectors: ['#main'],
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
