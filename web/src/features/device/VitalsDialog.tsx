import { deviceDetail } from '@carewatch/contracts/http/devices'
import { readingsOverview, type VitalOverview } from '@carewatch/contracts/http/readings'
import { Stack } from '@mantine/core'
import { FormattedMessage } from 'react-intl'
import { dialog } from '../../dialogs/dialog.ts'
import { call } from '../../http/call.ts'
import { useWatchedDevices } from '../../live/watch-devices.ts'
import { AnswerCard } from '../../ui/alarms/AnswerCard.tsx'
import { LinkButton } from '../../ui/controls/LinkButton.tsx'
import { tiles } from '@carewatch/contracts/measurements'
import { deviceSubject } from '../../vitals/subject.ts'
import { VitalTile } from '../../vitals/VitalTile.tsx'
import type { Detail } from './load.ts'
import styles from './Dialogs.module.css'
import { wornBy } from '../../ui/people/place-name.ts'

type Loaded = Detail & { overview: readonly VitalOverview[] }

function Vitals({ loaded: { device, overview }, close }: { loaded: Loaded; close: () => void }) {
  useWatchedDevices([device.uuid])
  return (
    <Stack>
      <AnswerCard device={device} />
      <div className={styles['tiles']}>
        {tiles.map((tile) => (
          <VitalTile key={tile.name} tile={tile} subject={deviceSubject(device)} overview={overview} />
        ))}
      </div>
      <LinkButton to="/user/overview" search={{ device: device.uuid }} onClick={close}>
        <FormattedMessage id="device.openOverview" />
      </LinkButton>
    </Stack>
  )
}

export const showOverviewPopover = dialog<{ uuid: string }, Loaded>({
  title: 'devices.vitals',
  suffix: (_, { device }) => wornBy(device),
  load: async ({ uuid }) => {
    const detail = await call(deviceDetail, { params: { uuid } })
    const { overview } = await call(readingsOverview, { params: { imei: detail.device.imei } })
    return { ...detail, overview }
  },
  size: 'xl',
  Body: Vitals,
})
