import 'mantine-datatable/styles.css'
import { PAGE_SIZE } from '@carewatch/contracts/numbers'
import { DataTable, type DataTableColumn, type DataTableSortStatus } from 'mantine-datatable'
import type { FocusEvent } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import type { Column } from './column.ts'
import styles from './List.module.css'
import type { ListProps } from './list-props.ts'
import { type ListSearch, pageSizes, turned } from './search.ts'

export type BodyProps<Row extends { uuid: string }, Search extends ListSearch> = ListProps<Row, Search> & {
  shown: readonly Column<Row>[]
  picked: readonly string[]
  onPick: ((uuids: readonly string[]) => void) | undefined
}

const statusOf = <Row,>(sort: string | undefined, columns: readonly Column<Row>[]) => {
  const name = sort?.replace('-', '')
  const column = columns.find((each) => each.sort === name)
  const direction: 'asc' | 'desc' = sort?.startsWith('-') ? 'desc' : 'asc'
  return { columnAccessor: column && name ? column.id : '', direction } satisfies DataTableSortStatus<Row>
}

const tableColumn = <Row,>({ id, title, show, sort }: Column<Row>): DataTableColumn<Row> => ({
  accessor: id,
  title: <FormattedMessage id={title} />,
  render: show,
  sortable: sort !== undefined,
})

const endColumn = <Row,>(actions: ListProps<Row & { uuid: string }, ListSearch>['actions']) =>
  actions
    ? [
        {
          accessor: 'actions',
          title: <FormattedMessage id="list.actions" />,
          textAlign: 'right' as const,
          render: actions,
          width: '1%',
        },
      ]
    : []

/** A browser leaves what it shows the edge of where it is: for whoever comes with the keyboard all of it is brought before the columns that stay. */
function bringIntoView({ target }: FocusEvent): void {
  const cell = target.closest('th, td')
  if (!cell || getComputedStyle(cell).position === 'sticky' || !target.matches(':focus-visible')) return
  target.scrollIntoView({ block: 'nearest', inline: 'nearest' })
}

/** The list on a wide screen. */
export function ListTable<Row extends { uuid: string }, Search extends ListSearch>(
  props: BodyProps<Row, Search>,
) {
  const { rows, total, columns, shown, search, onSearch, onOpen, actions, picked, onPick, totalLabel } = props
  const look = props.isDense ? `${styles['table']} ${styles['dense']}` : (styles['table'] ?? '')
  const intl = useIntl()
  // Safe: a changed search is a search of the same list.
  const turn = (change: ListSearch) => onSearch(turned<ListSearch>(search, change) as Search)
  const sortBy = ({ columnAccessor, direction }: DataTableSortStatus<Row>) => {
    const name = columns.find(({ id }) => id === columnAccessor)?.sort
    turn({ sort: direction === 'desc' ? `-${name}` : name })
  }
  const picking = onPick && {
    selectedRecords: rows.filter(({ uuid }) => picked.includes(uuid)),
    onSelectedRecordsChange: (records: Row[]) => onPick(records.map(({ uuid }) => uuid)),
    getRecordSelectionCheckboxProps: () => ({ 'aria-label': intl.formatMessage({ id: 'list.pick' }) }),
    allRecordsSelectionCheckboxProps: { 'aria-label': intl.formatMessage({ id: 'list.pickAll' }) },
  }
  return (
    <DataTable<Row>
      className={look}
      idAccessor="uuid"
      records={[...rows]}
      columns={[...shown.map(tableColumn), ...endColumn(actions)]}
      noRecordsText={intl.formatMessage({ id: 'list.none' })}
      totalRecords={total}
      recordsPerPage={search.size ?? PAGE_SIZE}
      recordsPerPageOptions={[...pageSizes]}
      onRecordsPerPageChange={(size) => turn({ size })}
      recordsPerPageLabel={intl.formatMessage({ id: 'list.perPage' })}
      page={search.page ?? 1}
      onPageChange={(page) => onSearch({ ...search, page })}
      paginationText={() => <FormattedMessage id={totalLabel ?? 'list.total'} values={{ n: total }} />}
      getPaginationControlProps={(control) => ({
        'aria-label': intl.formatMessage({ id: `list.page.${control}` }),
      })}
      sortStatus={statusOf(search.sort, columns)}
      onSortStatusChange={sortBy}
      {...(onOpen && { onRowClick: ({ record }: { record: Row }) => onOpen(record) })}
      {...picking}
      scrollAreaProps={{ onFocus: bringIntoView }}
      pinLastColumn={actions !== undefined}
      highlightOnHover
      verticalSpacing="sm"
      horizontalSpacing={props.isDense ? 'sm' : 'md'}
      borderRadius="lg"
      withTableBorder={false}
      backgroundColor="var(--cw-surface)"
      borderColor="var(--cw-line)"
      rowBorderColor="var(--cw-line)"
    />
  )
}
