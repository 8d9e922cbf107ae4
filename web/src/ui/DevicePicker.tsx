import type { Device } from '@carewatch/contracts/http/devices'
import { Select } from '@mantine/core'
import { IconDeviceWatch } from '@tabler/icons-react'
import { useIntl } from 'react-intl'

type Props = {
  devices: readonly Device[]
  value: string | null
  onPick: (uuid: string | null) => void
  /** Offers "everyone" as the empty choice. */
  withAll?: boolean
}

export function DevicePicker({ devices, value, onPick, withAll = false }: Props) {
  const intl = useIntl()
  if (devices.length < 2 && !withAll) return null
  return (
    <Select
      aria-label={intl.formatMessage({ id: 'device.pick' })}
      placeholder={intl.formatMessage({ id: withAll ? 'device.everyone' : 'device.pick' })}
      leftSection={<IconDeviceWatch size={18} aria-hidden />}
      data={devices.map(({ uuid, name }) => ({ value: uuid, label: name }))}
      value={value}
      onChange={onPick}
      searchable
      clearable={withAll}
      allowDeselect={withAll}
      nothingFoundMessage={intl.formatMessage({ id: 'devices.none' })}
      limit={100}
      w="18rem"
      maw="100%"
    />
  )
}
