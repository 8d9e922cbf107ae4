import { createFileRoute, useRouteContext } from '@tanstack/react-router'
import { guardHeldBack } from '../shell/guard.ts'
import { knownUser } from '../session/session.ts'
import { OpenShell } from '../shell/OpenShell.tsx'
import { Shell } from '../shell/Shell.tsx'

export const Route = createFileRoute('/_open')({
  beforeLoad: async () => {
    const user = await knownUser()
    guardHeldBack(user)
    return { user }
  },
  component: Open,
})

/** For everybody: the signed-in keep their menu around it. */
function Open() {
  const { user } = useRouteContext({ from: '/_open' })
  return user ? <Shell /> : <OpenShell />
}
