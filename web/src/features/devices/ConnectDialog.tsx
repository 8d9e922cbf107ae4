import { deviceSetUp } from '@carewatch/contracts/http/device-set-up'
import { deviceDetail } from '@carewatch/contracts/http/devices'
import type { Device } from '@carewatch/contracts/http/devices'
import type { SetUpMessage } from '@carewatch/contracts/set-up-sms'
import { Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { dialog } from '../../dialogs/dialog.ts'
import type { DialogProps } from '../../dialogs/names.ts'
import { call } from '../../http/call.ts'
import { useModel } from '../../ui/devices/use-model.ts'
import { Age } from '../../ui/figures/Age.tsx'
import { ConnectingSteps } from './Connecting.tsx'
import { FirstWord } from './FirstWord.tsx'
import { awaitedSince } from './set-up-wait.ts'

type Loaded = { device: Device; message: SetUpMessage | null }

/** How it is pointed to this server, and what comes of it: after a message to it, what it says first. */
function Connect({ loaded: { device, message } }: { loaded: Loaded }) {
  const model = useModel(device.deviceModel)
  const [since, setSince] = useState(() => awaitedSince(message))
  const onMessage = (now: SetUpMessage | null) => {
    const next = awaitedSince(now)
    setSince((before) => (before?.getTime() === next?.getTime() ? before : next))
  }
  return (
    <Stack>
      <ConnectingSteps device={device} model={model} onMessage={onMessage} />
      {device.lastSeenAt && since === null ? (
        <Text>
          <FormattedMessage id="devices.lastSeen" />: <Age at={device.lastSeenAt} />
        </Text>
      ) : (
        <FirstWord key={since?.getTime()} device={device} since={since} />
      )}
    </Stack>
  )
}

/** The connection of a watch that is registered already. */
export const connectDevice = dialog<DialogProps['connectDevice'], Loaded>({
  title: 'addDevice.connect',
  suffix: (_, { device }) => device.name,
  size: 'lg',
  load: async ({ uuid }) => {
    const [{ device }, { message }] = await Promise.all([
      call(deviceDetail, { params: { uuid } }),
      call(deviceSetUp, { params: { uuid } }),
    ])
    return { device, message }
  },
  Body: Connect,
})
