import { type Gateway, sendConfigToGateway as contract } from '@carewatch/contracts/http/gateways-and-beacons'
import { Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { dialog } from '../../dialogs/dialog.ts'
import { attempt } from '../../feedback/attempt.ts'
import { call } from '../../http/call.ts'
import { showDone } from '../../ui/page/done.ts'
import { ConfigFacts } from './ConfigFacts.tsx'
import { ConfigMark } from './ConfigMark.tsx'
import { loadEntity } from './entity.ts'

function SendConfig({ loaded, close }: { loaded: Gateway; close: () => void }) {
  const [gateway, setGateway] = useState(loaded)
  const [isSending, setSending] = useState(false)
  const send = async () => {
    setSending(true)
    const answer = await attempt(() => call(contract, { body: { uuid: gateway.uuid } }))
    setSending(false)
    if (!answer) return
    setGateway(answer.gateway)
    showDone('gateways.configAsked')
  }
  return (
    <Stack>
      <ConfigFacts gateway={gateway} />
      <div aria-live="polite">
        <ConfigMark gateway={gateway} />
      </div>
      <Text size="sm" c="dimmed">
        <FormattedMessage id={gateway.online ? 'gateways.sendWhy' : 'gateways.sendWhyOffline'} />
      </Text>
      <Group justify="flex-end">
        <Button variant="default" onClick={close}>
          <FormattedMessage id="action.close" />
        </Button>
        <Button loading={isSending} onClick={() => void send()}>
          <FormattedMessage id="gateways.sendConfig" />
        </Button>
      </Group>
    </Stack>
  )
}

export const sendConfigToGateway = dialog<{ mac: string }, Gateway>({
  title: 'gateways.sendConfig',
  suffix: (_, { name }) => name,
  load: async (props) => (await loadEntity(props)).gateway,
  Body: SendConfig,
})
