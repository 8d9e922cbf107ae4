import { createFileRoute, redirect } from '@tanstack/react-router'
import { SignInPage } from '../../features/sign-in/SignInPage.tsx'
import { tokenAtom } from '../../http/token.ts'
import { ReturnTo } from '../../session/return-to.ts'
import { store } from '../../store.ts'

export const Route = createFileRoute('/auth/login')({
  validateSearch: ReturnTo,
  beforeLoad: () => {
    if (store.get(tokenAtom)) redirect({ to: '/', throw: true })
  },
  component: SignInPage,
})
