import { incidentsOf } from '@carewatch/contracts/incidents'
import { useAtomValue } from 'jotai'
import { FormattedMessage } from 'react-intl'
import { Button, Pagination, Text } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { useIntl } from 'react-intl'
import { isLoadedAtom, notificationsAtom, waitingAtom } from '../../live/notifications.ts'
import { DevicePicker } from '../../ui/devices/DevicePicker.tsx'
import { Page } from '../../ui/page/Page.tsx'
import { parted, partOf, steadyParts } from '../../ui/alarms/parts.ts'
import { useSteady } from '../../ui/steady/use-steady.ts'
import { AcknowledgeAll } from './AcknowledgeAll.tsx'
import { byDay, followed, isWanted } from './chosen.ts'
import { DayList, Rows } from './DayList.tsx'
import type { Loaded } from './load.ts'
import { NoNotifications } from './NoNotifications.tsx'
import { NotificationFilters } from './NotificationFilters.tsx'
import styles from './NotificationsPage.module.css'
import type { NotificationsSearch } from './search.ts'

type Props = Loaded & {
  search: NotificationsSearch
  onSearch: (search: NotificationsSearch) => void
}

type Paging = { pages: number; total: number; page: number; onPage: (page: number) => void }

function Pages({ pages, total, page, onPage }: Paging) {
  const intl = useIntl()
  return (
    <>
      <Text size="sm" c="dimmed">
        <FormattedMessage id="notifications.total" values={{ n: total }} />
      </Text>
      {pages > 1 ? (
        <Pagination
          total={pages}
          siblings={1}
          value={page}
          onChange={onPage}
          getControlProps={(control) => ({
            'aria-label': intl.formatMessage({ id: `list.page.${control}` }),
          })}
        />
      ) : null}
    </>
  )
}

/** How many wait, whatever the filters show of them. */
function Waiting() {
  const n = useAtomValue(waitingAtom)
  const isLoaded = useAtomValue(isLoadedAtom)
  if (!isLoaded) return null
  return (
    <Text fw={600} data-testid="waiting">
      <FormattedMessage id="home.openAlarms" values={{ n }} />
    </Text>
  )
}

/** What happened: live, of the last days; with filters or further back, as the server keeps it. */
export function NotificationsPage({ devices, history, search, onSearch }: Props) {
  const live = useAtomValue(notificationsAtom)
  const { device, selected, page = 1 } = search
  const shown = history
    ? followed(history.notifications, live, { isFirst: page === 1, search })
    : live.filter((notification) => isWanted(search, notification))
  const { shown: parts, hold } = useSteady(parted(incidentsOf(shown)), steadyParts)
  const waiting = partOf(parts, 'waiting')
  const imei = devices.find(({ uuid }) => uuid === device)?.imei ?? 'all'
  const actions = (
    <>
      <DevicePicker
        devices={devices}
        value={device ?? null}
        onPick={(uuid) =>
          onSearch({ ...search, device: uuid ?? undefined, selected: undefined, page: search.page && 1 })
        }
        withAll
      />
      <AcknowledgeAll imei={imei} isOff={waiting.every(({ acknowledged }) => acknowledged)} />
    </>
  )
  return (
    <Page title="menu.notifications" actions={actions}>
      <Waiting />
      <NotificationFilters search={search} onSearch={onSearch} />
      {shown.length === 0 ? <NoNotifications search={search} onSearch={onSearch} /> : null}
      <div {...hold} className={styles['all']}>
        <Rows title={<FormattedMessage id="dashboard.board" />} incidents={waiting} selected={selected} />
        <Rows
          title={<FormattedMessage id="dashboard.handled" />}
          incidents={partOf(parts, 'handled')}
          selected={selected}
        />
        {byDay(partOf(parts, 'over')).map((day) => (
          <DayList key={day.day.getTime()} day={day} selected={selected} />
        ))}
      </div>
      {history ? (
        <Pages {...history} page={page} onPage={(at) => onSearch({ ...search, page: at })} />
      ) : (
        <Button
          variant="default"
          style={{ alignSelf: 'center' }}
          leftSection={<IconHistory size={18} aria-hidden />}
          onClick={() => onSearch({ device, page: 1 })}
        >
          <FormattedMessage id="notifications.earlier" />
        </Button>
      )}
    </Page>
  )
}
