import { CLONES_MAX, cloneDevices as clone } from '@carewatch/contracts/http/device-changes'
import { deviceDetail } from '@carewatch/contracts/http/devices'
import type { Reply } from '@carewatch/contracts/http/endpoint'
import { Button, Stack, Text, Textarea } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { dialog } from '../../dialogs/dialog.ts'
import { call } from '../../http/call.ts'
import { EndpointForm } from '../../ui/form/EndpointForm.tsx'
import { useEndpointForm, withoutEmpty } from '../../ui/form/use-endpoint-form.ts'
import { reloadScreens } from '../../ui/page/reload.ts'
import { CloneRows } from './CloneRows.tsx'
import { type Clones, ClonesMade } from './ClonesMade.tsx'
import { emptyClone, pastedRows, withPasted } from './pasted.ts'

type Detail = Reply<typeof deviceDetail>

function Paste({ onPaste }: { onPaste: (text: string) => void }) {
  const intl = useIntl()
  const [text, setText] = useState('')
  return (
    <Stack gap="xs" align="flex-start">
      <Textarea
        label={intl.formatMessage({ id: 'clone.paste' })}
        description={intl.formatMessage({ id: 'clone.pasteHint' })}
        dir="ltr"
        autosize
        minRows={2}
        maxRows={6}
        w="100%"
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <Button
        variant="default"
        disabled={text.trim() === ''}
        onClick={() => {
          onPaste(text)
          setText('')
        }}
      >
        <FormattedMessage id="clone.takeOver" />
      </Button>
    </Stack>
  )
}

type FormProps = { device: Detail['device']; onMade: (made: Clones) => void; close: () => void }

function CloneForm({ device, onMade, close }: FormProps) {
  const form = useEndpointForm({
    endpoint: clone,
    initial: { devices: [{ ...emptyClone }] },
    body: ({ devices }) => ({ uuid: device.uuid, devices: devices.map(withoutEmpty) }),
    onDone: ({ devices }) => onMade(devices),
  })
  const { devices } = form.values
  const isFull = devices.length >= CLONES_MAX
  return (
    <EndpointForm form={form} submit="devices.clone" onCancel={close}>
      <Text c="dimmed">
        <FormattedMessage id="clone.why" values={{ model: <bdi key="model">{device.deviceModel}</bdi> }} />
      </Text>
      <Paste onPaste={(text) => form.setFieldValue('devices', withPasted(devices, pastedRows(text)))} />
      {form.errors['devices'] ? (
        <Text c="red" size="sm">
          {form.errors['devices']}
        </Text>
      ) : null}
      <CloneRows
        form={form}
        count={devices.length}
        onRemove={(index) => form.removeListItem('devices', index)}
      />
      <Button
        variant="default"
        leftSection={<IconPlus size={18} aria-hidden />}
        disabled={isFull}
        onClick={() => form.insertListItem('devices', { ...emptyClone })}
        style={{ alignSelf: 'flex-start' }}
      >
        <FormattedMessage id="clone.another" />
      </Button>
    </EndpointForm>
  )
}

function Clone({ loaded: { device }, close }: { loaded: Detail; close: () => void }) {
  const [made, setMade] = useState<Clones | null>(null)
  if (made) return <ClonesMade made={made} close={close} />
  const keep = (clones: Clones) => {
    setMade(clones)
    reloadScreens()
  }
  return <CloneForm device={device} onMade={keep} close={close} />
}

export const cloneDevices = dialog<{ uuid: string }, Detail>({
  title: 'clone.title',
  suffix: (_, { device }) => device.name,
  load: ({ uuid }) => call(deviceDetail, { params: { uuid } }),
  size: 'xl',
  Body: Clone,
})
