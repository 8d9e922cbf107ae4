import { startFleetJob } from '@carewatch/contracts/http/fleet-jobs'
import { allDevices, type Device, newDevice, type ownedDevices } from '@carewatch/contracts/http/devices'
import { Select } from '@mantine/core'
import { IconDeviceWatch } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { openDialog } from '../../dialogs/open.ts'
import { call } from '../../http/call.ts'
import { useWatchedDevices } from '../../live/watch-devices.ts'
import { useMay } from '../../session/may.ts'
import { linkTab, LinkTabs } from '../../ui/page/LinkTabs.tsx'
import { AddButton } from '../../ui/controls/AddButton.tsx'
import { List } from '../../ui/list/List.tsx'
import { Page } from '../../ui/page/Page.tsx'
import { bulkOf } from './changes.ts'
import { columns, ownColumns } from './columns.tsx'
import { DeviceActions } from './DeviceActions.tsx'
import { FleetActions } from './FleetActions.tsx'
import { FacetPanel } from './fleet/FacetPanel.tsx'
import type { KnownFacet } from './fleet/known-facets.ts'
import { Views } from './fleet/Views.tsx'
import { type DevicesSearch, deviceStates, type DeviceTab, deviceTabs } from './search.ts'

const paths = { admin: '/admin/devices/{-$filterKey}', user: '/user/devices/{-$filterKey}' } as const
type Area = keyof typeof paths

type Props = {
  devices: readonly Device[]
  total: number
  area: Area
  endpoint: typeof allDevices | typeof ownedDevices
  tab: DeviceTab
  search: DevicesSearch
  onSearch: (search: DevicesSearch) => void
  /** By what they can be narrowed further; none: as a family sees its own. */
  facets?: readonly KnownFacet[]
  /** Which match, where all of them can be meant. */
  digest?: string
}

const keyOf = (tab: DeviceTab) => (tab === 'all' ? undefined : tab)

function Tabs({ area }: { area: Area }) {
  const intl = useIntl()
  return (
    <LinkTabs label={intl.formatMessage({ id: 'page.devices' })}>
      {deviceTabs.map((filterKey) => (
        <Link
          key={filterKey}
          to={paths[area]}
          params={{ filterKey: keyOf(filterKey) }}
          activeOptions={{ exact: true, includeSearch: false }}
          className={linkTab}
        >
          <FormattedMessage id={`devices.filter.${filterKey}`} />
        </Link>
      ))}
    </LinkTabs>
  )
}

function States({ area, tab, search }: Pick<Props, 'area' | 'tab' | 'search'>) {
  const intl = useIntl()
  const navigate = useNavigate()
  const label = intl.formatMessage({ id: 'devices.anyState' })
  const pick = (value: string | null) => {
    const filterKey = deviceStates.find((each) => each === value)
    void navigate({ to: paths[area], params: { filterKey }, search: { ...search, page: undefined } })
  }
  return (
    <Select
      aria-label={label}
      placeholder={label}
      data={deviceStates.map((value) => ({
        value,
        label: intl.formatMessage({ id: `devices.filter.${value}` }),
      }))}
      value={deviceStates.find((each) => each === tab) ?? null}
      onChange={pick}
      clearable
      w="11rem"
    />
  )
}

/** The list's own filters: the state, and the views that somebody keeps. */
function Filters({ area, tab, search }: Pick<Props, 'area' | 'tab' | 'search'>) {
  const navigate = useNavigate()
  return (
    <>
      <States area={area} tab={tab} search={search} />
      {area === 'admin' ? (
        <Views
          tab={tab}
          search={search}
          onOpen={(view) =>
            void navigate({
              to: paths.admin,
              params: { filterKey: keyOf(view.tab) },
              search: view.search,
            })
          }
        />
      ) : null}
    </>
  )
}

/** The devices of one's scope, alive: what they last said moves on while one looks. */
export function DevicesPage({ facets, ...props }: Props) {
  const { devices, area, tab, search, onSearch } = props
  const may = useMay()
  useWatchedDevices(devices.map(({ uuid }) => uuid))
  const add = may(newDevice) ? (
    <AddButton label="devices.add" onClick={() => openDialog('addDevice', {})} />
  ) : null
  const list = <DeviceList {...props} add={add} />
  return (
    <Page
      title="page.devices"
      actions={area === 'admin' ? <FleetActions add={add} /> : null}
      isWide={!!facets}
    >
      <Tabs area={area} />
      {facets ? (
        <FacetPanel key={tab} facets={facets} search={search} onSearch={onSearch}>
          {list}
        </FacetPanel>
      ) : (
        list
      )}
    </Page>
  )
}

function DeviceList({
  devices,
  total,
  area,
  endpoint,
  tab,
  search,
  onSearch,
  digest,
  add,
}: Omit<Props, 'facets'> & { add: ReactNode }) {
  const may = useMay()
  const navigate = useNavigate()
  const { page: _, size: __, sort: ___, ...narrowed } = search
  const whole = digest === undefined ? undefined : { which: { ...narrowed, filterKey: tab, digest }, total }
  return (
    <List
      name={area === 'admin' ? 'devices' : 'own-devices'}
      rows={devices}
      total={total}
      columns={area === 'admin' ? columns : ownColumns}
      search={search}
      onSearch={onSearch}
      searchLabel={area === 'admin' ? 'devices.search' : 'devices.searchOwn'}
      filters={<Filters area={area} tab={tab} search={search} />}
      isDense={area === 'admin'}
      ask={async (place) => {
        const answer = await call(endpoint, { query: { ...search, filterKey: tab, ...place } })
        return { rows: answer.devices, total: answer.total }
      }}
      {...(may(startFleetJob) && { bulk: bulkOf(whole) })}
      onOpen={({ uuid }) => void navigate({ to: '/user/device/$uuid', params: { uuid } })}
      actions={(device) => <DeviceActions device={device} />}
      totalLabel="devices.total"
      empty={{
        title: tab === 'all' ? 'devices.empty' : 'list.none',
        why: tab === 'all' ? 'devices.emptyWhy' : 'devices.noneWhy',
        icon: <IconDeviceWatch aria-hidden />,
        action: area === 'admin' ? add : null,
      }}
    />
  )
}
