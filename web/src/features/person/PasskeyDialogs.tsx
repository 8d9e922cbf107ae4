import { beginPasskey, removePasskey as removing } from '@carewatch/contracts/http/passkeys'
import { MAX_PASSKEY_NAME } from '@carewatch/contracts/passkeys'
import { Text } from '@mantine/core'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { dialog } from '../../dialogs/dialog.ts'
import { addPasskey as add, machineName } from '../../session/add-passkey.ts'
import { EndpointForm } from '../../ui/form/EndpointForm.tsx'
import type { Field } from '../../ui/form/fields.ts'
import { Fields } from '../../ui/form/Fields.tsx'
import { useEndpointForm } from '../../ui/form/use-endpoint-form.ts'
import { showDone } from '../../ui/page/done.ts'
import { Notice } from '../../ui/page/Notice.tsx'

const password: Field = { kind: 'password', name: 'password', label: 'password.old', required: true }
const addFields: readonly Field[] = [
  {
    kind: 'text',
    name: 'name',
    label: 'passkeys.name',
    hint: 'passkeys.nameHint',
    maxLength: MAX_PASSKEY_NAME,
  },
  password,
]

function AddPasskey({ close }: { close: () => void }) {
  const intl = useIntl()
  const [isRefused, setRefused] = useState(false)
  const form = useEndpointForm({
    endpoint: beginPasskey,
    initial: { name: machineName(), password: '' },
    body: ({ password: given }) => ({ password: given }),
    onDone: async (asked, { name }) => {
      const isAdded = await add(asked, name.trim() || machineName())
      setRefused(!isAdded)
      if (!isAdded) return
      close()
      showDone('passkeys.added')
    },
  })
  return (
    <EndpointForm form={form} submit="passkeys.add" onCancel={close}>
      {isRefused ? <Notice tone="caution">{intl.formatMessage({ id: 'passkeys.notMade' })}</Notice> : null}
      <Text>
        <FormattedMessage id="passkeys.addWhy" />
      </Text>
      <Fields form={form} fields={addFields} />
    </EndpointForm>
  )
}

export const addPasskey = dialog<Record<never, never>>({
  title: 'passkeys.add',
  size: 'sm',
  Body: AddPasskey,
})

type Removed = { passkey: { uuid: string; name: string } }

function RemovePasskey({ props: { passkey }, close }: { props: Removed; close: () => void }) {
  const { uuid } = passkey
  const form = useEndpointForm({
    endpoint: removing,
    params: { uuid },
    initial: { password: '' },
    onDone: () => {
      close()
      showDone('passkeys.removed')
    },
  })
  return (
    <EndpointForm form={form} submit="passkeys.remove" onCancel={close}>
      <Text>
        <FormattedMessage id="passkeys.removeWhy" />
      </Text>
      <Fields form={form} fields={[password]} />
    </EndpointForm>
  )
}

export const removePasskey = dialog<Removed>({
  title: 'passkeys.remove',
  suffix: ({ passkey }) => passkey.name,
  size: 'sm',
  Body: RemovePasskey,
})
