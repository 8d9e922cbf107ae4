import { type DeviceLocation, latestLocation } from '@carewatch/contracts/http/positions'
import { deviceDetail } from '@carewatch/contracts/http/devices'
import { Stack } from '@mantine/core'
import { IconMap } from '@tabler/icons-react'
import { FormattedMessage, useIntl } from 'react-intl'
import { dialog } from '../../dialogs/dialog.ts'
import { call } from '../../http/call.ts'
import { LinkButton } from '../../ui/controls/LinkButton.tsx'
import { boundsAround } from '../../tracks/areas.ts'
import { LatestFacts } from '../../tracks/LatestFacts.tsx'
import { LatestLayers } from '../../tracks/LatestLayers.tsx'
import { SmallMap } from '../../tracks/Stage.tsx'
import { nameOf } from '../../tracks/state.ts'

type Located = { location: DeviceLocation; street: string | null }

/** Where a watch was last, small: for a dialog over another screen. */
function LocationCard({ location, street, close }: Located & { close: () => void }) {
  const intl = useIntl()
  const { deviceUuid, position, home } = location
  return (
    <Stack>
      <SmallMap
        label={intl.formatMessage({ id: 'location.mapOf' }, { name: nameOf(location) })}
        bounds={boundsAround({ position, home: position ? null : home })}
        about={deviceUuid}
        layers={<LatestLayers location={location} />}
      />
      <LatestFacts location={location} street={street} />
      <LinkButton
        to="/user/location"
        search={{ device: deviceUuid }}
        leftSection={<IconMap size={18} aria-hidden />}
        onClick={close}
      >
        <FormattedMessage id="location.open" />
      </LinkButton>
    </Stack>
  )
}

export const showLocationPopover = dialog<{ uuid: string }, Located>({
  title: 'location.view.now',
  suffix: (_, { location }) => nameOf(location),
  load: async (params) => {
    const { device } = await call(deviceDetail, { params })
    return call(latestLocation, { params: { imei: device.imei } })
  },
  Body: ({ loaded, close }) => <LocationCard {...loaded} close={close} />,
})
