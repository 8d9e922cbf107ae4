import type { rotateGatewayCredentials } from '@carewatch/contracts/http/gateways-and-beacons'
import type { Reply } from '@carewatch/contracts/http/endpoint'
import { Button, Stack } from '@mantine/core'
import { FormattedMessage } from 'react-intl'
import { Notice } from '../../ui/page/Notice.tsx'
import { Secret } from '../../ui/controls/Secret.tsx'

export type Credentials = Reply<typeof rotateGatewayCredentials>['credentials']

/** Shown this once. */
export function CredentialsMade({ credentials, close }: { credentials: Credentials; close: () => void }) {
  return (
    <Stack>
      <Notice tone="caution" title={<FormattedMessage id="device.passwordMade" />}>
        <FormattedMessage id="gateways.credentialsOnce" />
      </Notice>
      <Secret label="devices.username" value={credentials.username} testId="gateway-username" />
      <Secret label="devices.password" value={credentials.password} testId="gateway-password" />
      <Button onClick={close}>
        <FormattedMessage id="devices.done" />
      </Button>
    </Stack>
  )
}
