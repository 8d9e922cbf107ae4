import { createRouter } from '@tanstack/react-router'
import { routeTree } from './routeTree.gen.ts'
import { LoadFailed } from './ui/LoadFailed.tsx'
import { PageLoading } from './ui/PageLoading.tsx'

export const router = createRouter({
  routeTree,
  defaultPreload: 'intent',
  // Vital signs are never shown from a cache: every visit asks again.
  defaultStaleTime: 0,
  defaultPreloadStaleTime: 5_000,
  defaultGcTime: 0,
  defaultPendingMs: 200,
  defaultPendingMinMs: 200,
  defaultPendingComponent: PageLoading,
  defaultErrorComponent: LoadFailed,
  scrollRestoration: true,
  scrollToTopSelectors: ['#main'],
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
