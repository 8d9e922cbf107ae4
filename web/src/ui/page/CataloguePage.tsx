import { PAGE_SIZE } from '@carewatch/contracts/numbers'
import { Button, Pagination } from '@mantine/core'
import { IconBooks, IconPlus } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { FormattedMessage } from 'react-intl'
import type { MessageId } from '../../i18n/messages.ts'
import { isFiltered, type ListSearch, turned } from '../list/search.ts'
import { Nothing } from './Nothing.tsx'
import { Page } from './Page.tsx'
import { SearchBox } from '../controls/SearchBox.tsx'
import { ShowAll } from './ShowAll.tsx'
import { Tiles } from './Tiles.tsx'

type Props = {
  title: MessageId
  lead: MessageId
  searchLabel: MessageId
  empty: MessageId
  tabs: ReactNode
  /** For whoever may write here. */
  onAdd?: (() => void) | false
  total: number
  search: ListSearch
  onSearch: (search: ListSearch) => void
  tiles: readonly ReactNode[]
}

/** Something to look through: what it is, its kinds, its search, and a tile each. */
export function CataloguePage(props: Props) {
  const { title, lead, searchLabel, empty, tabs, onAdd, total, search, onSearch, tiles } = props
  const pages = Math.ceil(total / (search.size ?? PAGE_SIZE))
  const look = (text: string) => onSearch(turned<ListSearch>(search, { search: text || undefined }))
  return (
    <Page
      title={title}
      actions={
        <>
          <SearchBox label={searchLabel} value={search.search ?? ''} onChange={look} />
          {onAdd ? (
            <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={onAdd}>
              <FormattedMessage id="action.add" />
            </Button>
          ) : null}
        </>
      }
    >
      <p style={{ margin: 0, color: 'var(--cw-quiet)', maxWidth: '44rem' }}>
        <FormattedMessage id={lead} />
      </p>
      {tabs}
      {tiles.length > 0 ? (
        <Tiles>{tiles}</Tiles>
      ) : (
        <Nothing
          icon={<IconBooks aria-hidden />}
          title={<FormattedMessage id={isFiltered(search) ? 'list.none' : empty} />}
          {...(isFiltered(search) && {
            why: <FormattedMessage id="list.noneWhy" />,
            action: <ShowAll onClick={() => onSearch({})} />,
          })}
        />
      )}
      {pages > 1 ? (
        <Pagination
          size="lg"
          total={pages}
          value={search.page ?? 1}
          onChange={(page) => onSearch({ ...search, page })}
        />
      ) : null}
    </Page>
  )
}
