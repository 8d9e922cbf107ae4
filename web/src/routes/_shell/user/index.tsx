import { createFileRoute, redirect } from '@tanstack/react-router'

export const Route = createFileRoute('/_shell/user/')({
  beforeLoad: () => {
    redirect({ to: '/user/overview', throw: true })
  },
})
