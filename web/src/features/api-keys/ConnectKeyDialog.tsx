import type { Reply } from '@carewatch/contracts/http/endpoint'
import { deviceAddress } from '@carewatch/contracts/http/portal'
import { partnerTopic } from '@carewatch/contracts/topics'
import { Stack, Text } from '@mantine/core'
import { FormattedMessage } from 'react-intl'
import { dialog } from '../../dialogs/dialog.ts'
import type { DialogProps } from '../../dialogs/names.ts'
import { call } from '../../http/call.ts'
import { Secret } from '../../ui/controls/Secret.tsx'
import { Notice } from '../../ui/page/Notice.tsx'

type Props = DialogProps['connectKey']
type Address = Reply<typeof deviceAddress>

/** How a program follows live, over a socket or by MQTT, with a key that may. */
function Connect({ props: { apiKey }, loaded }: { props: Props; loaded: Address }) {
  const { mqttPort, mqttsPort } = loaded
  const host = loaded.host ?? location.hostname
  const socket = `${location.origin.replace(/^http/, 'ws')}/api/live`
  const broker = mqttsPort === null ? `mqtt://${host}:${mqttPort}` : `mqtts://${host}:${mqttsPort}`
  return (
    <Stack>
      {apiKey.isLive ? null : (
        <Notice tone="caution">
          <FormattedMessage id="apiKeys.notLive" />
        </Notice>
      )}
      <Text>
        <FormattedMessage id="apiKeys.connectHow" />
      </Text>
      <Secret label="apiKeys.socket" value={socket} />
      <Secret label="apiKeys.broker" value={broker} testId="key-broker" />
      <Secret label="apiKeys.userName" value={apiKey.prefix} />
      <Secret label="apiKeys.topic" value={partnerTopic.all(apiKey.companyUuid)} testId="key-topic" />
      <Text size="sm" c="dimmed">
        <FormattedMessage id="apiKeys.passwordIsSecret" />
      </Text>
    </Stack>
  )
}

export const connectKey = dialog<Props, Address>({
  title: 'apiKeys.connect',
  suffix: ({ apiKey }) => apiKey.name,
  load: () => call(deviceAddress, {}),
  Body: Connect,
})
