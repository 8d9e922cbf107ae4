import { useMediaQuery } from '@mantine/hooks'
import { IconMoodEmpty } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { FormattedMessage } from 'react-intl'
import type { MessageId } from '../../i18n/messages.ts'
import { Nothing } from '../Nothing.tsx'
import { ShowAll } from '../ShowAll.tsx'
import { BulkBar, type Bulk } from './BulkBar.tsx'
import type { Column } from './column.ts'
import { useShownColumns } from './columns-kept.ts'
import type { Ask } from './csv.ts'
import { isFiltered, type ListSearch } from './search.ts'
import { ListCards } from './ListCards.tsx'
import { ListTable } from './ListTable.tsx'
import { ListTools } from './ListTools.tsx'

export type ListProps<Row extends { uuid: string }, Search extends ListSearch> = {
  /** Of the list: this browser keeps its columns under it, and its file is called by it. */
  name: string
  rows: readonly Row[]
  total: number
  columns: readonly Column<Row>[]
  search: Search
  onSearch: (search: Search) => void
  /** What the search looks in; left out: the list has no search. */
  searchLabel?: MessageId
  filters?: ReactNode
  /** Asks for any page of the list as it stands now, for its file. */
  ask?: Ask<Row>
  bulk?: readonly Bulk<Row>[]
  /** Where a click on the row leads, beside the link in it. */
  onOpen?: (row: Row) => void
  /** Buttons at the end of a row. */
  actions?: (row: Row) => ReactNode
  empty: { title: MessageId; why: MessageId; icon?: ReactNode; action?: ReactNode }
  /** What is said of the number of rows. */
  totalLabel?: MessageId
}

/** A list that the server pages, sorts and filters: a table on a wide screen, cards on a phone. */
export function List<Row extends { uuid: string }, Search extends ListSearch>(props: ListProps<Row, Search>) {
  const { name, rows, columns, search, onSearch, empty, bulk = [] } = props
  const { shown, toggle } = useShownColumns(name, columns)
  const [picked, setPicked] = useState<readonly string[]>([])
  const isNarrow = useMediaQuery('(max-width: 62em)', undefined, { getInitialValueInEffect: false }) ?? false
  const Body = isNarrow ? ListCards : ListTable
  const chosen = rows.filter(({ uuid }) => picked.includes(uuid))
  const filtered = isFiltered(search)
  return (
    <>
      <ListTools {...props} shown={shown} onToggle={toggle} />
      {chosen.length > 0 ? <BulkBar bulk={bulk} rows={chosen} onDone={() => setPicked([])} /> : null}
      {rows.length === 0 ? (
        <Nothing
          icon={empty.icon ?? <IconMoodEmpty aria-hidden />}
          title={<FormattedMessage id={filtered ? 'list.none' : empty.title} />}
          why={<FormattedMessage id={filtered ? 'list.noneWhy' : empty.why} />}
          action={
            filtered ? (
              // Safe: without its filters it is still a place in the list.
              <ShowAll onClick={() => onSearch({ sort: search.sort, size: search.size } as Search)} />
            ) : (
              empty.action
            )
          }
        />
      ) : (
        <Body {...props} shown={shown} picked={picked} onPick={bulk.length > 0 ? setPicked : undefined} />
      )}
    </>
  )
}
