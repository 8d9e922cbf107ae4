import { createFileRoute, redirect } from '@tanstack/react-router'

export const Route = createFileRoute('/_shell/user/home')({
  beforeLoad: () => {
    throw redirect({ to: '/user/overview' })
  },
})
