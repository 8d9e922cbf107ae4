import { createFileRoute, redirect } from '@tanstack/react-router'
import { ProfilePage } from '../../../../features/profile/ProfilePage.tsx'

export const Route = createFileRoute('/_shell/user/detail/$uuid')({
  beforeLoad: ({ context, params }) => {
    // Other people's profiles have no screen yet.
    if (params.uuid !== 'currentUser' && params.uuid !== context.user.uuid)
      redirect({ to: '/errors/error-404', throw: true })
  },
  component: Profile,
})

function Profile() {
  const { user } = Route.useRouteContext()
  return <ProfilePage user={user} />
}
