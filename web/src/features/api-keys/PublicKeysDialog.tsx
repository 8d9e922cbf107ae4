import { setPublicKeys as endpoint } from '@carewatch/contracts/http/api-keys'
import { JWKS_LENGTH_MAX } from '@carewatch/contracts/jwks'
import { Stack, Text } from '@mantine/core'
import { FormattedMessage } from 'react-intl'
import { dialog } from '../../dialogs/dialog.ts'
import type { DialogProps } from '../../dialogs/names.ts'
import { Ltr } from '../../ui/figures/Ltr.tsx'
import { EndpointForm } from '../../ui/form/EndpointForm.tsx'
import type { Field } from '../../ui/form/fields.ts'
import { Fields } from '../../ui/form/Fields.tsx'
import { useEndpointForm } from '../../ui/form/use-endpoint-form.ts'
import { showDone } from '../../ui/page/done.ts'

const fields: readonly Field[] = [
  {
    kind: 'longText',
    name: 'jwks',
    label: 'apiKeys.jwks',
    hint: 'apiKeys.jwksHint',
    maxLength: JWKS_LENGTH_MAX,
    ltr: true,
  },
  { kind: 'password', name: 'password', label: 'password.old', required: true },
]

type Props = DialogProps['setPublicKeys']

function PublicKeys({ props: { apiKey }, close }: { props: Props; close: () => void }) {
  const form = useEndpointForm({
    endpoint,
    params: { uuid: apiKey.uuid },
    initial: { jwks: '', password: '' },
    body: ({ jwks, password }) => ({ jwks: jwks.trim() === '' ? null : jwks, password }),
    onDone: () => {
      close()
      showDone('apiKeys.publicKeysSaved')
    },
  })
  return (
    <EndpointForm form={form} submit="action.save" onCancel={close}>
      <Stack gap="xs">
        <Text>
          <FormattedMessage id="apiKeys.publicKeysWhy" />
        </Text>
        <Text>
          <FormattedMessage id="apiKeys.clientId" values={{ id: <Ltr>{apiKey.prefix}</Ltr> }} />
        </Text>
      </Stack>
      <Fields form={form} fields={fields} />
    </EndpointForm>
  )
}

/** By which key pairs the program of a key may sign in instead of by its secret. */
export const setPublicKeys = dialog<Props>({
  title: 'apiKeys.publicKeys',
  suffix: ({ apiKey }) => apiKey.name,
  Body: PublicKeys,
})
