import type { ReactNode } from 'react'
import type { MessageId } from '../../i18n/messages.ts'
import type { Bulk } from './BulkBar.tsx'
import type { Column } from './column.ts'
import type { Ask } from './csv.ts'
import type { ListSearch } from './search.ts'

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
  /** Many rows at a glance: each one line high. */
  isDense?: boolean
  bulk?: readonly Bulk<Row>[]
  /** Where a click on the row leads, beside the link in it. */
  onOpen?: (row: Row) => void
  /** Buttons at the end of a row. */
  actions?: (row: Row) => ReactNode
  empty: { title: MessageId; why: MessageId; icon?: ReactNode; action?: ReactNode }
  /** What is said of the number of rows. */
  totalLabel?: MessageId
}
