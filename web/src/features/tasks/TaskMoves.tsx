import { updateTask } from '@carewatch/contracts/http/tasks'
import { mayMove, type Task } from '@carewatch/contracts/tasks'
import { Button } from '@mantine/core'
import { modals } from '@mantine/modals'
import { useAtomValue } from 'jotai'
import { type ComponentProps, useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { useMay } from '../../session/may.ts'
import { useSurePress } from '../../ui/steady/use-sure-press.ts'
import { userAtom } from '../../session/session.ts'
import { DoneForm } from './DoneForm.tsx'
import { changeTask } from './move.ts'

const finish = (task: Task) => {
  const id = modals.open({
    title: <FormattedMessage id="tasks.doneTitle" />,
    children: <DoneForm task={task} onDone={() => modals.close(id)} />,
  })
}

type SureProps = Omit<ComponentProps<typeof Button<'button'>>, 'onClick'> & { press: () => void }

/** Cards move up when one goes: a second press of the same finger must not move the next. */
function Sure({ press, ...look }: SureProps) {
  const { button } = useSurePress({ of: '', shown: null, press })
  return <Button {...look} {...button} />
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
        <Sure mih={44} px="sm" loading={saving} press={() => void move('IN_PROGRESS')}>
          <FormattedMessage id="tasks.start" />
        </Sure>
      ) : null}
      {mayMove(task.status, 'DONE') ? (
        <Sure mih={44} px="sm" press={() => finish(task)}>
          <FormattedMessage id="tasks.done" />
        </Sure>
      ) : null}
      {task.status === 'DONE' ? (
        <Sure mih={44} px="sm" variant="subtle" color="gray" loading={saving} press={() => void move('OPEN')}>
          <FormattedMessage id="tasks.reopen" />
        </Sure>
      ) : null}
    </>
  )
}
