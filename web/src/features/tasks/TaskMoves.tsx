import { updateTask } from '@carewatch/contracts/http/tasks'
import { mayMove, type Task } from '@carewatch/contracts/tasks'
import { Button } from '@mantine/core'
import { modals } from '@mantine/modals'
import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { useMay } from '../../session/may.ts'
import { userAtom } from '../../session/session.ts'
import { DoneForm } from './DoneForm.tsx'
import { changeTask } from './move.ts'

const finish = (task: Task) => {
  const id = modals.open({
    title: <FormattedMessage id="tasks.doneTitle" />,
    children: <DoneForm task={task} onDone={() => modals.close(id)} />,
  })
}

/** What is done next with a task in its status; what is done seldom stands in its menu. */
export function TaskMoves({ task }: { task: Task }) {
  const may = useMay()
  const user = useAtomValue(userAtom)
  const [saving, setSaving] = useState(false)
  const move = async (status: 'IN_PROGRESS' | 'OPEN') => {
    setSaving(true)
    await changeTask(task, { status, ...(status === 'IN_PROGRESS' && user && { assignedTo: user.uuid }) })
    setSaving(false)
  }
  if (!may(updateTask)) return null
  return (
    <>
      {mayMove(task.status, 'IN_PROGRESS') ? (
        <Button mih={44} px="sm" loading={saving} onClick={() => void move('IN_PROGRESS')}>
          <FormattedMessage id="tasks.start" />
        </Button>
      ) : null}
      {mayMove(task.status, 'DONE') ? (
        <Button mih={44} px="sm" onClick={() => finish(task)}>
          <FormattedMessage id="tasks.done" />
        </Button>
      ) : null}
      {task.status === 'DONE' ? (
        <Button
          mih={44}
          px="sm"
          variant="subtle"
          color="gray"
          loading={saving}
          onClick={() => void move('OPEN')}
        >
          <FormattedMessage id="tasks.reopen" />
        </Button>
      ) : null}
    </>
  )
}
