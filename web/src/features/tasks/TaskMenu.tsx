import { deleteTask, updateTask } from '@carewatch/contracts/http/tasks'
import { mayMove, type Task } from '@carewatch/contracts/tasks'
import { openDialog } from '../../dialogs/open.ts'
import { call } from '../../http/call.ts'
import { changedTasks } from '../../live/live-atoms.ts'
import { useMay } from '../../session/may.ts'
import { store } from '../../store.ts'
import { deleteAndShow } from '../../ui/page/done.ts'
import { postpone } from './postpone.tsx'
import { RowMenu } from '../../ui/controls/RowMenu.tsx'

async function remove(uuid: string): Promise<void> {
  const isGone = await deleteAndShow(() => call(deleteTask, { params: { uuid } }))
  if (!isGone) return
  store.set(changedTasks, (tasks) => {
    const left = new Map(tasks)
    left.delete(uuid)
    return left
  })
}

export function TaskMenu({ task, title }: { task: Task; title: string }) {
  const may = useMay()
  const { uuid, wearer, deviceName, status } = task
  return (
    <RowMenu
      of={wearer?.name ?? deviceName ?? title}
      actions={[
        { label: 'action.details', run: () => openDialog('taskDetails', { uuid }) },
        may(updateTask) && mayMove(status, 'DEFERRED') && { label: 'tasks.defer', run: () => postpone(task) },
        may(updateTask) && { label: 'tasks.assign', run: () => openDialog('assignTask', { uuid }) },
        may(deleteTask) && { label: 'action.delete', isDangerous: true, run: () => void remove(uuid) },
      ]}
    />
  )
}
