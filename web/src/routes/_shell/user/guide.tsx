import { createFileRoute } from '@tanstack/react-router'
import { GuidePage } from '../../../features/guide/GuidePage.tsx'
import { TaskExample } from '../../../features/tasks/TaskExample.tsx'
import { WardExample } from '../../../features/ward/WardExample.tsx'
import { guard } from '../../../shell/guard.ts'

export const Route = createFileRoute('/_shell/user/guide')({
  beforeLoad: guard('guide'),
  // It comes with the guide, not with the first page.
  loader: async ({ context: { user } }) => {
    const { loadChains } = await import('../../../features/guide/load.ts')
    return { viewer: user, chains: await loadChains(user) }
  },
  component: Guide,
})

function Guide() {
  return (
    <GuidePage
      {...Route.useLoaderData()}
      cellOf={(cell) => <WardExample cell={cell} />}
      taskOf={(task) => <TaskExample task={task} />}
    />
  )
}
