import { createFileRoute, redirect } from '@tanstack/react-router'
import { TwoStepPage } from '../../features/sign-in/TwoStepPage.tsx'
import { beginTwoStep } from '../../session/begin-two-step.ts'
import { ReturnTo } from '../../session/return-to.ts'
import { knownUser } from '../../session/session.ts'

export const Route = createFileRoute('/auth/twoStep')({
  validateSearch: ReturnTo,
  beforeLoad: async () => {
    const user = await knownUser()
    if (!user?.mustSetUpTwoStep) redirect({ to: user ? '/' : '/auth/login', throw: true })
  },
  loader: beginTwoStep,
  // A second secret would make the first one, which was scanned, worthless.
  staleTime: Infinity,
  component: TwoStepPage,
})
