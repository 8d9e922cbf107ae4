import type { Reply } from '@carewatch/contracts/http/endpoint'
import type { tasksOfDevice } from '@carewatch/contracts/http/tasks'
import { Text } from '@mantine/core'
import { FormattedMessage } from 'react-intl'
import { LinkButton } from '../../ui/controls/LinkButton.tsx'
import { Moment } from '../../ui/figures/Moment.tsx'
import { Section } from '../../ui/page/Section.tsx'
import { SeverityMark } from '../../ui/alarms/SeverityMark.tsx'
import styles from './Lines.module.css'
import { Pager, type Paging } from '../../ui/page/Pager.tsx'

type Tasks = Reply<typeof tasksOfDevice>

function Line({ task }: { task: Tasks['tasks'][number] }) {
  const { alertType, title, status, assigneeName, createdAt, outcome, severity } = task
  return (
    <li className={styles['line']}>
      <div>
        <b>{alertType ? <FormattedMessage id={`alarmKind.${alertType}`} /> : <bdi>{title}</bdi>}</b>
        <div className={styles['quiet']}>
          <Moment at={createdAt} /> ·{' '}
          {assigneeName ? <bdi>{assigneeName}</bdi> : <FormattedMessage id="tasks.unassigned" />}
          {outcome ? (
            <>
              {' · '}
              <bdi>{outcome}</bdi>
            </>
          ) : null}
        </div>
      </div>
      <SeverityMark severity={severity} />
      <span>
        <FormattedMessage id={`taskStatus.${status}`} />
      </span>
    </li>
  )
}

export function TasksView({ tasks, ...paging }: Paging & { tasks: Tasks | undefined }) {
  const list = (
    <LinkButton to="/admin/task/list" variant="default">
      <FormattedMessage id="page.tasks" />
    </LinkButton>
  )
  return (
    <Section title="page.tasks" actions={list}>
      {tasks?.total ? null : (
        <Text c="dimmed">
          <FormattedMessage id="device.noTasks" />
        </Text>
      )}
      <ol className={styles['lines']}>
        {tasks?.tasks.map((task) => (
          <Line key={task.uuid} task={task} />
        ))}
      </ol>
      <Pager total={tasks?.total ?? 0} {...paging} />
    </Section>
  )
}
