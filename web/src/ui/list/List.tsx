import { PAGE_SIZE } from '@carewatch/contracts/numbers'
import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconMoodEmpty } from '@tabler/icons-react'
import { useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { Nothing } from '../page/Nothing.tsx'
import { ShowAll } from '../page/ShowAll.tsx'
import { BulkBar } from './BulkBar.tsx'
import { useShownColumns } from './columns-kept.ts'
import { isFiltered, type ListSearch } from './search.ts'
import { ListCards } from './ListCards.tsx'
import { ListTable } from './ListTable.tsx'
import { ListTools } from './ListTools.tsx'
import type { ListProps } from './list-props.ts'

/** A page further than the list goes: of an address that was kept while it was longer. */
function PastEnd<Row extends { uuid: string }, Search extends ListSearch>(props: ListProps<Row, Search>) {
  const { total, search, onSearch } = props
  const last = Math.ceil(total / (search.size ?? PAGE_SIZE))
  return (
    <Nothing
      icon={<IconMoodEmpty aria-hidden />}
      title={<FormattedMessage id="list.pastEnd" />}
      why={<FormattedMessage id="list.pastEndWhy" values={{ pages: last }} />}
      action={
        <Button variant="default" onClick={() => onSearch({ ...search, page: last })}>
          <FormattedMessage id="list.toLast" />
        </Button>
      }
    />
  )
}

/** A list that the server pages, sorts and filters: a table on a wide screen, cards on a phone. */
export function List<Row extends { uuid: string }, Search extends ListSearch>(props: ListProps<Row, Search>) {
  const { name, rows, total, columns, search, onSearch, empty, bulk = [] } = props
  const { shown, toggle } = useShownColumns(name, columns)
  const [picked, setPicked] = useState<readonly string[]>([])
  const isNarrow = useMediaQuery('(max-width: 62em)', undefined, { getInitialValueInEffect: false }) ?? false
  const Body = isNarrow ? ListCards : ListTable
  const chosen = rows.filter(({ uuid }) => picked.includes(uuid))
  const filtered = isFiltered(search)
  const [allOf, setAllOf] = useState<Search | null>(null)
  const isWhole = chosen.length === rows.length && total > rows.length
  const hasAll = isWhole && bulk.some(({ takesAll }) => takesAll)
  const unpick = () => {
    setPicked([])
    setAllOf(null)
  }
  return (
    <>
      <ListTools {...props} shown={shown} onToggle={toggle} />
      {chosen.length > 0 ? (
        <BulkBar
          bulk={bulk}
          rows={chosen}
          onDone={unpick}
          total={total}
          // Another filter is another list: all of that one nobody has chosen.
          isAll={hasAll && allOf === search}
          onAll={hasAll ? () => setAllOf(search) : undefined}
        />
      ) : null}
      {rows.length === 0 && total > 0 ? (
        <PastEnd {...props} />
      ) : rows.length === 0 ? (
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
