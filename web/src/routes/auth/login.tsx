import { createFileRoute, redirect } from '@tanstack/react-router'
import { z } from 'zod'
import { SignInPage } from '../../features/sign-in/SignInPage.tsx'
import { tokenAtom } from '../../http/token.ts'
import { store } from '../../store.ts'

export const Route = createFileRoute('/auth/login')({
  validateSearch: z.object({ returnTo: z.string().startsWith('/').optional().catch(undefined) }),
  beforeLoad: () => {
    if (store.get(tokenAtom)) redirect({ to: '/', throw: true })
  },
  component: SignInPage,
})
