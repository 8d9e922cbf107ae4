import { beginPasskey, newPasskey, removePasskey as removing } from '@carewatch/contracts/http/passkeys'
import { MAX_PASSKEY_NAME } from '@carewatch/contracts/passkeys'
import { Text } from '@mantine/core'
import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { dialog } from '../../dialogs/dialog.ts'
import { call } from '../../http/call.ts'
import { makePasskey } from '../../session/passkeys.ts'
import { userAtom } from '../../session/session.ts'
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

/** What a person calls the machine before them. */
const machine = (): string =>
  /iPhone|iPad|Android|Windows|Macintosh|CrOS|Linux/.exec(navigator.userAgent)?.[0] ?? 'Passkey'

function AddPasskey({ close }: { close: () => void }) {
  const intl = useIntl()
  const user = useAtomValue(userAtom)
  const [isRefused, setRefused] = useState(false)
  const form = useEndpointForm({
    endpoint: beginPasskey,
    initial: { name: machine(), password: '' },
    body: ({ password: given }) => ({ password: given }),
    onDone: async (asked, { name }) => {
      const owner = {
        email: user?.email ?? '',
        name: `${user?.firstName ?? ''} ${user?.lastName ?? ''}`.trim(),
      }
      const passkey = await makePasskey(asked, owner)
      setRefused(!passkey)
      if (!passkey) return
      const body = { name: name.trim() || machine(), passkey }
      await call(newPasskey, { body })
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
