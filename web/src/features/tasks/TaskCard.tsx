import type { Task } from '@carewatch/contracts/tasks'
import { IconClockExclamation, IconUser, IconUserQuestion } from '@tabler/icons-react'
import { FormattedDate, FormattedMessage } from 'react-intl'
import { Age } from '../../ui/Age.tsx'
import { useNow } from '../../ui/now.ts'
import { SeverityIcon, SeverityMark } from '../../ui/SeverityMark.tsx'
import styles from './TaskCard.module.css'
import { TaskMoves } from './TaskMoves.tsx'

function Due({ task }: { task: Task }) {
  const now = useNow()
  if (task.isDone || task.status === 'DEFERRED') return null
  if (task.dueAt > now) {
    return (
      <span>
        <FormattedMessage id="tasks.due" values={{ age: <Age key="age" at={task.dueAt} /> }} />
      </span>
    )
  }
  return (
    <strong className={styles['overdue']}>
      <IconClockExclamation size={16} aria-hidden />
      <FormattedMessage id="tasks.overdue" /> <Age at={task.dueAt} />
    </strong>
  )
}

function Outcome({ task }: { task: Task }) {
  if (task.isDone && task.outcome) return <p className={styles['outcome']}>{task.outcome}</p>
  if (task.status !== 'DEFERRED' || !task.deferredUntil) return null
  const until = <FormattedDate value={task.deferredUntil} dateStyle="short" timeStyle="short" />
  return (
    <p className={styles['outcome']}>
      <FormattedMessage id="tasks.deferred" values={{ until, reason: task.reason ?? '' }} />
    </p>
  )
}

export function TaskCard({ task, title }: { task: Task; title: string }) {
  const Assignee = task.isUnAssigned ? IconUserQuestion : IconUser
  return (
    <li className={styles['card']} data-testid="task-row">
      <SeverityIcon severity={task.severity} size={26} />
      <div className={styles['what']}>
        <b>{task.deviceName ?? title}</b>
        <p>{title}</p>
        <p className={styles['facts']}>
          <SeverityMark severity={task.severity} />
          <span className={styles['who']}>
            <Assignee size={16} aria-hidden />
            {task.assigneeName ?? <FormattedMessage id="tasks.unassigned" />}
          </span>
          <Age at={task.createdAt} />
          <Due task={task} />
        </p>
        <Outcome task={task} />
      </div>
      <div className={styles['moves']}>
        <TaskMoves task={task} />
      </div>
    </li>
  )
}
