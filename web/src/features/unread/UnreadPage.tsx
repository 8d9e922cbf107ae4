import { unreadGroups } from '@carewatch/contracts/http/unread-messages'
import type { Reply } from '@carewatch/contracts/http/endpoint'
import { Button, Text } from '@mantine/core'
import { IconChecks } from '@tabler/icons-react'
import { useMemo } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { openDialog } from '../../dialogs/open.ts'
import { call } from '../../http/call.ts'
import { List } from '../../ui/list/List.tsx'
import { Page } from '../../ui/page/Page.tsx'
import { columnsIn, rowOf, type UnreadRow } from './columns.tsx'
import { kindOf } from './Kind.tsx'
import { asked, type UnreadSearch } from './search.ts'
import styles from './Unread.module.css'
import { UnreadFilters } from './UnreadFilters.tsx'

type Props = Reply<typeof unreadGroups> & {
  search: UnreadSearch
  onSearch: (search: UnreadSearch) => void
}

/** What devices sent and nobody could read, counted by what is alike. */
export function UnreadPage({ groups, total, models, search, onSearch }: Props) {
  const intl = useIntl()
  const columns = useMemo(() => columnsIn(intl), [intl])
  const { device } = search
  const open = ({ id }: UnreadRow) => openDialog('unreadMessages', { id, device })
  return (
    <Page title="menu.unread">
      <Text c="dimmed">
        <FormattedMessage id={device ? 'unread.oneDevice' : 'unread.intro'} />
      </Text>
      <List
        name="unread"
        rows={groups.map(rowOf)}
        total={total}
        columns={columns}
        search={search}
        onSearch={onSearch}
        filters={<UnreadFilters search={search} models={models} onSearch={onSearch} />}
        isDense
        ask={async (place) => {
          const answer = await call(unreadGroups, { query: { ...asked(search), ...place } })
          return { rows: answer.groups.map(rowOf), total: answer.total }
        }}
        onOpen={open}
        actions={(group) => (
          <Button
            variant="subtle"
            size="compact-sm"
            className={styles['show']}
            aria-label={intl.formatMessage(
              { id: 'unread.showOf' },
              { what: `${group.model} ${kindOf(group)}` },
            )}
            onClick={(event) => {
              // The row opens it too.
              event.stopPropagation()
              open(group)
            }}
          >
            <FormattedMessage id="unread.show" />
          </Button>
        )}
        empty={{ title: 'unread.empty', why: 'unread.emptyWhy', icon: <IconChecks aria-hidden /> }}
      />
    </Page>
  )
}
