import { confirmPairing, pairDevice } from '@carewatch/contracts/http/device-identity'
import { deviceDetail } from '@carewatch/contracts/http/devices'
import { Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { dialog } from '../../dialogs/dialog.ts'
import { attempt } from '../../feedback/attempt.ts'
import { call } from '../../http/call.ts'
import { EndpointForm } from '../../ui/form/EndpointForm.tsx'
import { Fields } from '../../ui/form/Fields.tsx'
import type { Field } from '../../ui/form/fields.ts'
import { useEndpointForm } from '../../ui/form/use-endpoint-form.ts'
import { showDone } from '../../ui/page/done.ts'
import type { Detail } from './load.ts'

const fields: readonly Field[] = [
  {
    kind: 'text',
    name: 'code',
    label: 'identity.code',
    required: true,
    ltr: true,
    digits: true,
    maxLength: 6,
  },
]

function TypeCode({ uuid, close }: { uuid: string; close: () => void }) {
  const form = useEndpointForm({
    endpoint: confirmPairing,
    params: { uuid },
    initial: { code: '' },
    onDone: () => {
      close()
      showDone('done.saved')
    },
  })
  return (
    <EndpointForm form={form} submit="action.confirm" onCancel={close}>
      <Text>
        <FormattedMessage id="identity.codeSent" />
      </Text>
      <Fields form={form} fields={fields} />
    </EndpointForm>
  )
}

function Pair({ loaded: { device }, close }: { loaded: Detail; close: () => void }) {
  const [isShown, setShown] = useState(false)
  const [isAsking, setAsking] = useState(false)
  if (isShown) return <TypeCode uuid={device.uuid} close={close} />
  const show = async () => {
    setAsking(true)
    const asked = await attempt(() => call(pairDevice, { params: { uuid: device.uuid }, body: {} }))
    setAsking(false)
    if (asked) setShown(true)
  }
  return (
    <Stack>
      <Text>
        <FormattedMessage id="identity.pairHold" />
      </Text>
      <Group justify="flex-end">
        <Button variant="default" onClick={close}>
          <FormattedMessage id="action.cancel" />
        </Button>
        <Button loading={isAsking} onClick={() => void show()}>
          <FormattedMessage id="identity.showCode" />
        </Button>
      </Group>
    </Stack>
  )
}

/** Whoever holds the watch reads the code that it shows. */
export const pairWatch = dialog<{ uuid: string }, Detail>({
  title: 'identity.pair',
  suffix: (_, { device }) => device.name,
  load: ({ uuid }) => call(deviceDetail, { params: { uuid } }),
  Body: Pair,
})
