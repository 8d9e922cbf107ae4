import { deviceDetail, rotateCredentials } from '@carewatch/contracts/http/devices'
import type { Reply } from '@carewatch/contracts/http/endpoint'
import { Button, Group, Stack } from '@mantine/core'
import { useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { dialog } from '../../dialogs/dialog.ts'
import { attempt } from '../../feedback/attempt.ts'
import { call } from '../../http/call.ts'
import { Notice } from '../../ui/page/Notice.tsx'
import { Secret } from '../../ui/controls/Secret.tsx'
import type { Detail } from './load.ts'

type Credentials = Reply<typeof rotateCredentials>['credentials']

function Made({ credentials, close }: { credentials: Credentials; close: () => void }) {
  return (
    <Stack>
      <Notice tone="caution" title={<FormattedMessage id="device.passwordMade" />}>
        <FormattedMessage id="devices.credentialsOnce" />
      </Notice>
      <Secret label="devices.username" value={credentials.username} testId="device-username" />
      <Secret label="devices.password" value={credentials.password} testId="device-password" />
      <Button onClick={close}>
        <FormattedMessage id="devices.done" />
      </Button>
    </Stack>
  )
}

function NewPassword({ loaded: { device }, close }: { loaded: Detail; close: () => void }) {
  const [credentials, setCredentials] = useState<Credentials | null>(null)
  const [isAsking, setAsking] = useState(false)
  if (credentials) return <Made credentials={credentials} close={close} />
  const make = async () => {
    setAsking(true)
    const made = await attempt(() => call(rotateCredentials, { params: { uuid: device.uuid } }))
    setAsking(false)
    if (made) setCredentials(made.credentials)
  }
  return (
    <Stack>
      <Notice tone="caution" title={<FormattedMessage id="device.newPasswordTitle" />}>
        <FormattedMessage id="device.newPasswordWhy" />
      </Notice>
      <Group justify="flex-end">
        <Button variant="default" onClick={close}>
          <FormattedMessage id="action.cancel" />
        </Button>
        <Button color="red" loading={isAsking} onClick={() => void make()}>
          <FormattedMessage id="device.newPassword" />
        </Button>
      </Group>
    </Stack>
  )
}

export const deviceCredentials = dialog<{ uuid: string }, Detail>({
  title: 'device.newPassword',
  suffix: (_, { device }) => device.name,
  load: ({ uuid }) => call(deviceDetail, { params: { uuid } }),
  Body: NewPassword,
})
