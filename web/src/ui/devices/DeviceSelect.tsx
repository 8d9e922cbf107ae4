import { PAGE_SIZE } from '@carewatch/contracts/numbers'
import { Loader, Select } from '@mantine/core'
import { IconDeviceWatch } from '@tabler/icons-react'
import { FormattedMessage, useIntl } from 'react-intl'
import styles from './DeviceSelect.module.css'
import { type Choice, useDeviceChoices } from './use-device-choices.ts'
import { bedsideOf, wornBy } from '../people/place-name.ts'

export type Props = {
  /** Some to choose from; when there are more, typing asks the server. */
  devices: readonly Choice[]
  value: string | null
  onPick: (uuid: string | null) => void
  /** Offers "everyone" as the empty choice. */
  withAll?: boolean
}

/** Two people may have one name: where they lie, or who looks after the watch, and how its number ends tells them apart. */
function Option({ wearer, name, ownerName, imei }: Choice) {
  const lies = bedsideOf(useIntl(), wearer)
  const other = wearer && wearer.name !== name ? name : ownerName
  return (
    <span className={styles['option']}>
      <bdi>{wornBy({ wearer, name })}</bdi>
      <small>
        {lies ? lies : other ? <bdi>{other}</bdi> : <FormattedMessage id="device.noOwner" />}
        {' · '}
        <bdi dir="ltr">…{imei.slice(-4)}</bdi>
      </small>
    </span>
  )
}

export function DeviceSelect({ devices, value, onPick, withAll = false }: Props) {
  const intl = useIntl()
  const isPart = devices.length >= PAGE_SIZE
  const { choices, searching, setText } = useDeviceChoices(devices, { value, isPart })
  const byUuid = new Map(choices.map((choice) => [choice.uuid, choice]))
  return (
    <Select
      aria-label={intl.formatMessage({ id: 'device.pick' })}
      placeholder={intl.formatMessage({ id: withAll ? 'device.everyone' : 'device.pick' })}
      leftSection={searching ? <Loader size={16} /> : <IconDeviceWatch size={18} aria-hidden />}
      data={choices.map((choice) => ({ value: choice.uuid, label: wornBy(choice) }))}
      {...(isPart && { filter: ({ options }) => options })}
      renderOption={({ option }) => {
        const choice = byUuid.get(option.value)
        return choice ? <Option {...choice} /> : option.label
      }}
      value={value}
      onChange={onPick}
      onSearchChange={setText}
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
