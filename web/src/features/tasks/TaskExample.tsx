import type { Task } from '@carewatch/contracts/tasks'
import { useIntl } from 'react-intl'
import { TaskCard } from './TaskCard.tsx'
import styles from './TasksPage.module.css'
import { titleOf } from './title.ts'

/** One task by itself, as the list draws it: for the guide. */
export function TaskExample({ task }: { task: Task }) {
  return (
    <ul className={styles['list']}>
      <TaskCard task={task} title={titleOf(useIntl(), task)} withStatus />
    </ul>
  )
}
