import { createFileRoute, redirect } from '@tanstack/react-router'
import { HomePage } from '../../features/home/HomePage.tsx'
import { everyText } from '../../i18n/intl.ts'
import { homeOf } from '../../shell/homes.ts'

export const Route = createFileRoute('/_open/')({
  beforeLoad: async ({ context: { user } }) => {
    const home = user ? homeOf(user) : '/'
    if (home !== '/') redirect({ to: home, params: { uuid: 'currentUser' }, throw: true })
    await everyText()
  },
  component: () => <HomePage user={Route.useRouteContext().user} />,
})
