import { newTask } from '@carewatch/contracts/http/tasks'
import { PAGE_SIZE_MAX } from '@carewatch/contracts/numbers'
import { Button } from '@mantine/core'
import { IconChecklist, IconPlus } from '@tabler/icons-react'
import { FormattedMessage } from 'react-intl'
import { openDialog } from '../../dialogs/open.ts'
import { useMay } from '../../session/may.ts'
import { Nothing } from '../../ui/page/Nothing.tsx'
import { Notice } from '../../ui/page/Notice.tsx'
import { Page } from '../../ui/page/Page.tsx'
import { ShowAll } from '../../ui/page/ShowAll.tsx'
import type { BoardColumn } from './columns.ts'
import type { TaskFilters } from './filters.ts'
import type { LoadedColumn } from './load.ts'
import { TaskColumn } from './TaskColumn.tsx'
import { TaskFilterBar } from './TaskFilterBar.tsx'
import styles from './TasksPage.module.css'
import { useBoard } from './use-board.ts'

type Props = {
  loaded: readonly LoadedColumn[]
  filters: TaskFilters
  onFilter: (filters: TaskFilters) => void
}

function Empty({ filters, onFilter }: Omit<Props, 'loaded'>) {
  const { group, ...asked } = filters
  const isFiltered = Object.values(asked).some((filter) => filter !== undefined)
  return (
    <Nothing
      icon={<IconChecklist aria-hidden />}
      title={<FormattedMessage id="tasks.empty" />}
      why={<FormattedMessage id="tasks.emptyWhy" />}
      action={isFiltered ? <ShowAll onClick={() => onFilter({ group })} /> : null}
    />
  )
}

function Board({ loaded, filters, onFilter }: Props) {
  const { columns, showMore, hasMore, loading, isCut } = useBoard(loaded, filters)
  const byPerson = filters.group === 'supervisor'
  const isFolded = ({ status }: BoardColumn) => status === 'DONE' && columns.length > 1
  const shown = (column: BoardColumn) => {
    const { key, status } = column
    return (
      <TaskColumn
        key={key}
        column={column}
        withStatus={byPerson}
        onMore={status && hasMore(status) ? () => showMore(status) : null}
        isLoading={loading !== null && loading === status}
        isFolded={isFolded(column)}
      />
    )
  }
  if (columns.every(({ tasks }) => tasks.length === 0)) return <Empty filters={filters} onFilter={onFilter} />
  return (
    <>
      {byPerson && isCut ? (
        <Notice tone="caution">
          <FormattedMessage id="tasks.cut" values={{ n: PAGE_SIZE_MAX }} />
        </Notice>
      ) : null}
      <div className={styles['board']}>{columns.filter((column) => !isFolded(column)).map(shown)}</div>
      {columns.filter(isFolded).map(shown)}
    </>
  )
}

export function TasksPage(props: Props) {
  const { filters, onFilter } = props
  const may = useMay()
  const add = may(newTask) ? (
    <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => openDialog('addTask')}>
      <FormattedMessage id="tasks.add" />
    </Button>
  ) : null
  return (
    <Page title="page.tasks" actions={add}>
      <TaskFilterBar filters={filters} onChange={onFilter} />
      <Board key={JSON.stringify(filters)} {...props} />
    </Page>
  )
}
