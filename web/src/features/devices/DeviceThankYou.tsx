import { Stack, Text } from '@mantine/core'
import { FormattedMessage } from 'react-intl'
import { Notice } from '../../ui/page/Notice.tsx'
import { Secret } from '../../ui/controls/Secret.tsx'
import { useModel } from '../../ui/devices/use-model.ts'
import { InvitationMade } from '../../ui/people/InvitationMade.tsx'
import { Connecting } from './Connecting.tsx'
import { FirstWord } from './FirstWord.tsx'
import type { MadeDevice } from './use-new-device.ts'

/** What it signs in with, how to connect, and the first message when it comes. A watch over plain TCP has no password: its IMEI is all it says. */
export function DeviceThankYou({ made }: { made: MadeDevice | null }) {
  const model = useModel(made?.device.deviceModel)
  if (!made) return null
  const { device, credentials, invitation } = made
  const isByName = model?.transport === 'TCP'
  return (
    <Stack>
      <Notice
        tone="caution"
        title={<FormattedMessage id="devices.added" values={{ name: <bdi key="name">{device.name}</bdi> }} />}
      >
        <FormattedMessage id={isByName ? 'devices.knownByImei' : 'devices.credentialsOnce'} />
      </Notice>
      {isByName ? null : (
        <>
          <Secret label="devices.username" value={credentials.username} testId="device-username" />
          <Secret label="devices.password" value={credentials.password} testId="device-password" />
        </>
      )}
      {invitation ? (
        <section aria-live="polite">
          <Text fw={550}>
            <FormattedMessage id="addDevice.ownerAsked" />
          </Text>
          <InvitationMade invitation={invitation} />
        </section>
      ) : null}
      <Connecting device={device} model={model} />
      <FirstWord device={device} />
    </Stack>
  )
}
