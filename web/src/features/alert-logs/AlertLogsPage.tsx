import { Text } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { FormattedMessage } from 'react-intl'
import { List } from '../../ui/list/List.tsx'
import { turned } from '../../ui/list/search.ts'
import { Page } from '../../ui/page/Page.tsx'
import { PlaceFilters } from '../../ui/people/PlaceFilters.tsx'
import { type AlertLog, columns } from './columns.tsx'
import { loadLogs } from './load.ts'
import type { LogSearch } from './search.ts'

type Props = {
  alertLogs: readonly AlertLog[]
  total: number
  search: LogSearch
  onSearch: (search: LogSearch) => void
}

/** The alarms of rooms and gateways in the last three days. */
export function AlertLogsPage({ alertLogs, total, search, onSearch }: Props) {
  return (
    <Page title="menu.alertLogs">
      <Text c="dimmed">
        <FormattedMessage id="alertLogs.lastDays" />
      </Text>
      <List
        name="alert-logs"
        rows={alertLogs}
        total={total}
        columns={columns}
        search={search}
        onSearch={onSearch}
        filters={<PlaceFilters {...search} onPick={(place) => onSearch(turned(search, place))} />}
        ask={async (place) => {
          const answer = await loadLogs({ ...search, ...place })
          return { rows: answer.alertLogs, total: answer.total }
        }}
        totalLabel="alertLogs.total"
        empty={{
          title: 'alertLogs.empty',
          why: 'alertLogs.emptyWhy',
          icon: <IconHistory aria-hidden />,
        }}
      />
    </Page>
  )
}
