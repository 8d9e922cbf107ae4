import type { Device } from '@carewatch/contracts/http/devices'
import { CloseButton, TextInput } from '@mantine/core'
import { useDebouncedCallback, useMediaQuery } from '@mantine/hooks'
import { IconDeviceWatch, IconSearch } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useWatchedDevices } from '../../live/watch-devices.ts'
import { Nothing } from '../../ui/Nothing.tsx'
import { Page } from '../../ui/Page.tsx'
import { DeviceCards } from './DeviceCards.tsx'
import { DeviceTable } from './DeviceTable.tsx'
import type { DevicesSearch } from './search.ts'

const TYPING_PAUSE_MS = 300

type Props = {
  devices: Device[]
  total: number
  search: DevicesSearch
  onSearch: (search: DevicesSearch) => void
  actions?: ReactNode
  tabs?: ReactNode
}

function SearchBox({ value, onChange }: { value: string; onChange: (text: string) => void }) {
  const intl = useIntl()
  const [typed, setTyped] = useState(value)
  const settle = useDebouncedCallback(onChange, TYPING_PAUSE_MS)
  const type = (text: string) => {
    setTyped(text)
    settle(text)
  }
  return (
    <TextInput
      type="search"
      aria-label={intl.formatMessage({ id: 'devices.search' })}
      placeholder={intl.formatMessage({ id: 'devices.search' })}
      leftSection={<IconSearch size={18} aria-hidden />}
      rightSection={
        typed ? (
          <CloseButton
            aria-label={intl.formatMessage({ id: 'devices.clearSearch' })}
            onClick={() => type('')}
          />
        ) : null
      }
      w="18rem"
      maw="100%"
      value={typed}
      onChange={({ currentTarget }) => type(currentTarget.value)}
    />
  )
}

export function DevicesPage({ devices, total, search, onSearch, actions, tabs }: Props) {
  useWatchedDevices(devices.map(({ uuid }) => uuid))
  const isNarrow = useMediaQuery('(max-width: 62em)') ?? false
  const List = isNarrow ? DeviceCards : DeviceTable
  const isFiltered = Boolean(search.search)
  return (
    <Page
      title="page.devices"
      actions={
        <>
          <SearchBox
            value={search.search ?? ''}
            onChange={(text) => onSearch({ search: text || undefined })}
          />
          {actions}
        </>
      }
    >
      {tabs}
      {devices.length === 0 ? (
        <Nothing
          icon={<IconDeviceWatch aria-hidden />}
          title={<FormattedMessage id={isFiltered ? 'devices.none' : 'devices.empty'} />}
          why={<FormattedMessage id={isFiltered ? 'devices.noneWhy' : 'devices.emptyWhy'} />}
        />
      ) : (
        <List
          devices={devices}
          total={total}
          page={search.page ?? 1}
          onPage={(page) => onSearch({ ...search, page })}
        />
      )}
    </Page>
  )
}
