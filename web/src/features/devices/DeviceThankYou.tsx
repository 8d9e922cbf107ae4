import { Stack } from '@mantine/core'
import { FormattedMessage } from 'react-intl'
import { Notice } from '../../ui/Notice.tsx'
import { Secret } from '../../ui/Secret.tsx'
import { Connecting } from './Connecting.tsx'
import { FirstWord } from './FirstWord.tsx'
import type { MadeDevice } from './use-new-device.ts'

/** The password this once, how to connect, and the first message when it comes. */
export function DeviceThankYou({ made }: { made: MadeDevice | null }) {
  if (!made) return null
  const { device, credentials } = made
  return (
    <Stack>
      <Notice
        tone="caution"
        title={<FormattedMessage id="devices.added" values={{ name: <bdi key="name">{device.name}</bdi> }} />}
      >
        <FormattedMessage id="devices.credentialsOnce" />
      </Notice>
      <Secret label="devices.username" value={credentials.username} testId="device-username" />
      <Secret label="devices.password" value={credentials.password} testId="device-password" />
      <Connecting imei={device.imei} />
      <FirstWord device={device} />
    </Stack>
  )
}
