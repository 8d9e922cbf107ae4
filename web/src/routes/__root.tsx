import { createRootRoute, Outlet } from '@tanstack/react-router'
import { ErrorPage } from '../shell/ErrorPage.tsx'

export const Route = createRootRoute({
  component: Outlet,
  notFoundComponent: () => <ErrorPage name="404" />,
})
