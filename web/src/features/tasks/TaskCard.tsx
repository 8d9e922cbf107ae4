import type { Task } from '@carewatch/contracts/tasks'
import { IconClockExclamation, IconUser, IconUserQuestion } from '@tabler/icons-react'
import { FormattedDate, FormattedMessage } from 'react-intl'
import { openDialog } from '../../dialogs/open.ts'
import { Age } from '../../ui/figures/Age.tsx'
import { useNow } from '../../ui/figures/now.ts'
import { SeverityIcon } from '../../ui/alarms/SeverityMark.tsx'
import styles from './TaskCard.module.css'
import { TaskMenu } from './TaskMenu.tsx'
import { TaskMoves } from './TaskMoves.tsx'
import { Who } from '../../ui/people/Who.tsx'
import { PortraitOf } from '../../ui/people/Portrait.tsx'

const isWaiting = ({ isDone, status }: Task): boolean => !isDone && status !== 'DEFERRED'

function useIsOverdue(task: Task): boolean {
  const now = useNow()
  return isWaiting(task) && task.dueAt <= now
}

function Due({ task, isOverdue }: { task: Task; isOverdue: boolean }) {
  if (!isWaiting(task)) return null
  if (!isOverdue) {
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

type Props = {
  task: Task
  title: string
  /** Where the column does not say it. */
  withStatus: boolean
}

export function TaskCard({ task, title, withStatus }: Props) {
  const Assignee = task.isUnAssigned ? IconUserQuestion : IconUser
  const isOverdue = useIsOverdue(task)
  const about = task.wearer?.name ?? task.deviceName
  return (
    <li className={styles['card']} data-testid="task-row" data-overdue={isOverdue}>
      <div className={styles['head']}>
        <SeverityIcon severity={task.severity} size={22} />
        <PortraitOf wearer={task.wearer} size="word" />
        <div>
          <button
            type="button"
            className={`tap ${styles['open'] ?? ''}`}
            onClick={() => openDialog('taskDetails', { uuid: task.uuid })}
          >
            <Who wearer={task.wearer} name={about ?? title} />
          </button>
        </div>
      </div>
      <p className={styles['facts']}>
        {about ? <b>{title}</b> : null}
        <Due task={task} isOverdue={isOverdue} />
        <span>
          <FormattedMessage id={`severity.${task.severity}`} />
        </span>
        {withStatus ? (
          <span>
            <FormattedMessage id={`taskStatus.${task.status}`} />
          </span>
        ) : null}
        <span className={styles['who']}>
          <Assignee size={16} aria-hidden />
          {task.assigneeName ? <bdi>{task.assigneeName}</bdi> : <FormattedMessage id="tasks.unassigned" />}
        </span>
        {isWaiting(task) ? null : <Age at={task.createdAt} />}
      </p>
      <Outcome task={task} />
      <div className={styles['moves']}>
        <TaskMoves task={task} />
        <TaskMenu task={task} title={title} />
      </div>
    </li>
  )
}
