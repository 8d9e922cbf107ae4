import { createRootRoute, Outlet } from '@tanstack/react-router'
import { everyText } from '../i18n/intl.ts'
import { ErrorPage } from '../shell/ErrorPage.tsx'

/** Drawn with few texts; those of the signed-in, and of a page that leads most of them to their home, are waited for once it is known who they are. */
const WITH_FEW_TEXTS: readonly string[] = ['/auth/login', '/_shell', '/_open/']

export const Route = createRootRoute({
  beforeLoad: ({ matches }) =>
    matches.some(({ routeId }) => WITH_FEW_TEXTS.includes(String(routeId))) ? undefined : everyText(),
  component: Outlet,
  notFoundComponent: () => <ErrorPage name="404" />,
})
