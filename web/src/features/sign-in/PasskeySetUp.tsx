import { beginPasskey } from '@carewatch/contracts/http/passkeys'
import { Text } from '@mantine/core'
import { useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { addPasskey, machineName } from '../../session/add-passkey.ts'
import type { Field } from '../../ui/form/fields.ts'
import { Fields } from '../../ui/form/Fields.tsx'
import { useEndpointForm } from '../../ui/form/use-endpoint-form.ts'
import { Notice } from '../../ui/page/Notice.tsx'
import { AuthForm } from './AuthForm.tsx'

const fields: readonly Field[] = [
  { kind: 'password', name: 'password', label: 'password.old', required: true },
]

/** The second step that is asked for, by a passkey of the machine that is in use. */
export function PasskeySetUp({ onDone }: { onDone: () => void }) {
  const [isRefused, setRefused] = useState(false)
  const form = useEndpointForm({
    endpoint: beginPasskey,
    initial: { password: '' },
    onDone: async (asked) => {
      const isAdded = await addPasskey(asked, machineName())
      setRefused(!isAdded)
      if (isAdded) onDone()
    },
  })
  return (
    <AuthForm form={form} submit="passkeys.add">
      {isRefused ? (
        <Notice tone="caution">
          <FormattedMessage id="passkeys.notMade" />
        </Notice>
      ) : null}
      <Text>
        <FormattedMessage id="passkeys.addWhy" />
      </Text>
      <Fields form={form} fields={fields} />
    </AuthForm>
  )
}
