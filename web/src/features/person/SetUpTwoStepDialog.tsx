import { beginTotp, confirmTotp } from '@carewatch/contracts/http/auth'
import type { Reply } from '@carewatch/contracts/http/endpoint'
import { Group, List, Text } from '@mantine/core'
import { FormattedMessage } from 'react-intl'
import { dialog } from '../../dialogs/dialog.ts'
import { call } from '../../http/call.ts'
import { showDone } from '../../ui/page/done.ts'
import { EndpointForm } from '../../ui/form/EndpointForm.tsx'
import { useEndpointForm } from '../../ui/form/use-endpoint-form.ts'
import { QrCode } from '../../ui/controls/QrCode.tsx'
import { Secret } from '../../ui/controls/Secret.tsx'
import { CodeField } from './CodeField.tsx'

type Secrets = Reply<typeof beginTotp>

let begun: Promise<Secrets> | undefined

/** One secret at a time: of two under way, the screen might show the one that no longer counts. */
function begin(): Promise<Secrets> {
  begun ??= call(beginTotp, { body: undefined }).finally(() => {
    begun = undefined
  })
  return begun
}

function SetUpTwoStep({ loaded: { secret, uri }, close }: { loaded: Secrets; close: () => void }) {
  const form = useEndpointForm({
    endpoint: confirmTotp,
    initial: { code: '' },
    onDone: () => {
      close()
      showDone('twoStep.done')
    },
  })
  return (
    <EndpointForm form={form} submit="twoStep.turnOn" onCancel={close}>
      <List type="ordered" spacing="xs">
        <List.Item>
          <FormattedMessage id="twoStep.app" />
        </List.Item>
        <List.Item>
          <FormattedMessage id="twoStep.scan" />
        </List.Item>
        <List.Item>
          <FormattedMessage id="twoStep.type" />
        </List.Item>
      </List>
      <Group justify="center">
        <QrCode text={uri} label="twoStep.qr" />
      </Group>
      <Secret label="twoStep.secret" value={secret} />
      <Text size="sm" c="dimmed">
        <FormattedMessage id="twoStep.lost" />
      </Text>
      <CodeField form={form} />
    </EndpointForm>
  )
}

export const setUpTwoStep = dialog<Record<never, never>, Secrets>({
  title: 'twoStep.setUp',
  load: begin,
  Body: SetUpTwoStep,
})
