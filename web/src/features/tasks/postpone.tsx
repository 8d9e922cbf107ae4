import type { Task } from '@carewatch/contracts/tasks'
import { modals } from '@mantine/modals'
import { FormattedMessage } from 'react-intl'
import { DeferForm } from './DeferForm.tsx'

/** Asks until when, and why. */
export const postpone = (task: Task) => {
  const id = modals.open({
    title: <FormattedMessage id="tasks.deferTitle" />,
    children: <DeferForm task={task} onDone={() => modals.close(id)} />,
  })
}
