import { createFileRoute, redirect } from '@tanstack/react-router'
import { ChoosePasswordPage } from '../../features/sign-in/ChoosePasswordPage.tsx'
import { ReturnTo } from '../../session/return-to.ts'
import { knownUser } from '../../session/session.ts'

export const Route = createFileRoute('/auth/changePassword')({
  validateSearch: ReturnTo,
  beforeLoad: async () => {
    const user = await knownUser()
    if (!user?.mustChangePassword) redirect({ to: user ? '/' : '/auth/login', throw: true })
  },
  component: ChoosePasswordPage,
})
