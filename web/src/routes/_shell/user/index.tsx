import { createFileRoute, redirect } from '@tanstack/react-router'

export const Route = createFileRoute('/_shell/user/')({
  beforeLoad: () => {
    throw redirect({ to: '/user/overview' })
  },
})
