import { createFileRoute, redirect } from '@tanstack/react-router'
import { HomePage } from '../../features/home/HomePage.tsx'
import { homeOf } from '../../shell/homes.ts'

export const Route = createFileRoute('/_open/')({
  beforeLoad: ({ context: { user } }) => {
    const home = user ? homeOf(user) : '/'
    if (home !== '/') redirect({ to: home, params: { uuid: 'currentUser' }, throw: true })
  },
  component: () => <HomePage user={Route.useRouteContext().user} />,
})
