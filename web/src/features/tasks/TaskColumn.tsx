import type { Task } from '@carewatch/contracts/tasks'
import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconChevronDown } from '@tabler/icons-react'
import { FormattedMessage, FormattedNumber, useIntl } from 'react-intl'
import type { Steady } from '../../ui/steady/steady.ts'
import { useSteady } from '../../ui/steady/use-steady.ts'
import type { BoardColumn } from './columns.ts'
import { TaskCard } from './TaskCard.tsx'
import styles from './TasksPage.module.css'
import { titleOf } from './title.ts'

type Props = {
  column: BoardColumn
  withStatus: boolean
  onMore: (() => Promise<void>) | null
  isLoading: boolean
  isFolded: boolean
}

function Name({ column: { status, person } }: Pick<Props, 'column'>) {
  if (status) return <FormattedMessage id={`taskStatus.${status}`} />
  return person ? <bdi>{person}</bdi> : <FormattedMessage id="tasks.unassigned" />
}

const steadyTasks: Steady<Task> = { keyOf: ({ uuid }) => uuid }

/** What is done is looked up seldom: it is folded below the others, with how much there is, unless it alone is asked for. */
export function TaskColumn({ column, withStatus, onMore, isLoading, isFolded }: Props) {
  const intl = useIntl()
  const [isOpen, { toggle }] = useDisclosure(!isFolded)
  const { shown, hold } = useSteady(column.tasks, steadyTasks)
  const heading = (
    <>
      <Name column={column} />
      <span>
        <FormattedNumber value={column.total} />
      </span>
    </>
  )
  return (
    <section className={styles['column']} data-testid="task-column" data-folds={isFolded}>
      <h2 className={styles['status']}>
        {isFolded ? (
          <button type="button" aria-expanded={isOpen} onClick={toggle}>
            <IconChevronDown size={20} aria-hidden />
            {heading}
          </button>
        ) : (
          heading
        )}
      </h2>
      {!isOpen ? null : column.tasks.length === 0 ? (
        <p className={styles['none']}>
          <FormattedMessage id="tasks.noneHere" />
        </p>
      ) : (
        <ul {...hold} className={styles['list']}>
          {shown.map((task) => (
            <TaskCard key={task.uuid} task={task} title={titleOf(intl, task)} withStatus={withStatus} />
          ))}
        </ul>
      )}
      {isOpen && onMore ? (
        <Button variant="default" loading={isLoading} onClick={() => void onMore()}>
          <FormattedMessage id="tasks.showMore" />
        </Button>
      ) : null}
    </section>
  )
}
