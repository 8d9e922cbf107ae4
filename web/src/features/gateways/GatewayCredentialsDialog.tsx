import { rotateGatewayCredentials } from '@carewatch/contracts/http/gateways-and-beacons'
import { Button, Group, Stack } from '@mantine/core'
import { useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { dialog } from '../../dialogs/dialog.ts'
import { attempt } from '../../feedback/attempt.ts'
import { call } from '../../http/call.ts'
import { Notice } from '../../ui/page/Notice.tsx'
import { type Credentials, CredentialsMade } from './CredentialsMade.tsx'

type Props = { uuid: string; name: string }

function NewPassword({ props: { uuid }, close }: { props: Props; close: () => void }) {
  const [made, setMade] = useState<Credentials | null>(null)
  const [isAsking, setAsking] = useState(false)
  if (made) return <CredentialsMade credentials={made} close={close} />
  const make = async () => {
    setAsking(true)
    const answer = await attempt(() => call(rotateGatewayCredentials, { params: { uuid }, body: undefined }))
    setAsking(false)
    if (answer) setMade(answer.credentials)
  }
  return (
    <Stack>
      <Notice tone="caution" title={<FormattedMessage id="gateways.newPasswordTitle" />}>
        <FormattedMessage id="gateways.newPasswordWhy" />
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

export const gatewayCredentials = dialog<Props>({
  title: 'device.newPassword',
  suffix: ({ name }) => name,
  Body: NewPassword,
})
