import { Button } from '@mantine/core'
import { FormattedMessage, FormattedNumber, useIntl } from 'react-intl'
import type { BoardColumn } from './columns.ts'
import { TaskCard } from './TaskCard.tsx'
import styles from './TasksPage.module.css'
import { titleOf } from './title.ts'

type Props = {
  column: BoardColumn
  withStatus: boolean
  onMore: (() => Promise<void>) | null
  isLoading: boolean
}

function Name({ column: { status, person } }: Pick<Props, 'column'>) {
  if (status) return <FormattedMessage id={`taskStatus.${status}`} />
  return person ? <bdi>{person}</bdi> : <FormattedMessage id="tasks.unassigned" />
}

export function TaskColumn({ column, withStatus, onMore, isLoading }: Props) {
  const intl = useIntl()
  return (
    <section className={styles['column']} data-testid="task-column">
      <h2 className={styles['status']}>
        <Name column={column} />
        <span>
          <FormattedNumber value={column.total} />
        </span>
      </h2>
      {column.tasks.length === 0 ? (
        <p className={styles['none']}>
          <FormattedMessage id="tasks.noneHere" />
        </p>
      ) : (
        <ul className={styles['list']}>
          {column.tasks.map((task) => (
            <TaskCard key={task.uuid} task={task} title={titleOf(intl, task)} withStatus={withStatus} />
          ))}
        </ul>
      )}
      {onMore ? (
        <Button variant="default" loading={isLoading} onClick={() => void onMore()}>
          <FormattedMessage id="tasks.showMore" />
        </Button>
      ) : null}
    </section>
  )
}
