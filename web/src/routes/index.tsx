import { createFileRoute, redirect } from '@tanstack/react-router'
import { guardSignedIn } from '../session/guard.ts'
import { homeOf } from '../shell/homes.ts'

export const Route = createFileRoute('/')({
  beforeLoad: async () => {
    const { user } = await guardSignedIn()
    redirect({ to: homeOf(user), params: { uuid: 'currentUser' }, throw: true })
  },
})
