import type { Task } from '@carewatch/contracts/tasks'
import { IconChecklist } from '@tabler/icons-react'
import { useAtomValue } from 'jotai'
import { FormattedMessage, FormattedNumber, useIntl } from 'react-intl'
import { changedTasks } from '../../live/live-atoms.ts'
import { Nothing } from '../../ui/Nothing.tsx'
import { Page } from '../../ui/Page.tsx'
import { ShowAll } from '../../ui/ShowAll.tsx'
import { byStatus, current, type TaskFilters } from './filters.ts'
import { TaskCard } from './TaskCard.tsx'
import { TaskFilterBar } from './TaskFilterBar.tsx'
import styles from './TasksPage.module.css'

type Props = { tasks: readonly Task[]; filters: TaskFilters; onFilter: (filters: TaskFilters) => void }

export function TasksPage({ tasks, filters, onFilter }: Props) {
  const intl = useIntl()
  const groups = byStatus(current(tasks, useAtomValue(changedTasks), filters))
  const isFiltered = Object.values(filters).some((filter) => filter !== undefined)
  const titleOf = ({ alertType, title }: Task) =>
    alertType ? intl.formatMessage({ id: `alarmKind.${alertType}` }) : title
  return (
    <Page title="page.tasks" actions={<TaskFilterBar filters={filters} onChange={onFilter} />}>
      {groups.length === 0 ? (
        <Nothing
          icon={<IconChecklist aria-hidden />}
          title={<FormattedMessage id="tasks.empty" />}
          why={<FormattedMessage id="tasks.emptyWhy" />}
          action={isFiltered ? <ShowAll onClick={() => onFilter({})} /> : null}
        />
      ) : null}
      {groups.map(({ status, tasks: each }) => (
        <section key={status}>
          <h2 className={styles['status']}>
            <FormattedMessage id={`taskStatus.${status}`} />
            <span>
              <FormattedNumber value={each.length} />
            </span>
          </h2>
          <ul className={styles['list']}>
            {each.map((task) => (
              <TaskCard key={task.uuid} task={task} title={titleOf(task)} />
            ))}
          </ul>
        </section>
      ))}
    </Page>
  )
}
