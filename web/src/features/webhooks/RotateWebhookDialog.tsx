import { graceHours } from '@carewatch/contracts/http/api-keys'
import { rotateWebhook as endpoint } from '@carewatch/contracts/http/webhooks'
import { Text } from '@mantine/core'
import { useState } from 'react'
import { FormattedMessage, type IntlShape, useIntl } from 'react-intl'
import { dialog } from '../../dialogs/dialog.ts'
import type { DialogProps } from '../../dialogs/names.ts'
import { EndpointForm } from '../../ui/form/EndpointForm.tsx'
import type { Field } from '../../ui/form/fields.ts'
import { Fields } from '../../ui/form/Fields.tsx'
import { useEndpointForm } from '../../ui/form/use-endpoint-form.ts'
import { reloadScreens } from '../../ui/page/reload.ts'
import { SecretMade } from './SecretMade.tsx'

type Props = DialogProps['rotateWebhook']

const fieldsOf = ({ formatMessage }: IntlShape): readonly Field[] => [
  {
    kind: 'select',
    name: 'graceHours',
    label: 'apiKeys.grace',
    required: true,
    options: graceHours.map((hours) => ({
      value: String(hours),
      label: formatMessage({ id: 'apiKeys.graceIn' }, { n: hours }),
    })),
  },
  { kind: 'password', name: 'password', label: 'password.old', required: true },
]

function Rotate({ props: { uuid }, close }: { props: Props; close: () => void }) {
  const intl = useIntl()
  const [secret, setSecret] = useState<string | null>(null)
  const form = useEndpointForm({
    endpoint,
    params: { uuid },
    initial: { graceHours: '24', password: '' },
    body: ({ graceHours: hours, password }) => ({ graceHours: Number(hours), password }),
    onDone: (made) => {
      setSecret(made.secret)
      reloadScreens()
    },
  })
  if (secret) return <SecretMade secret={secret} close={close} />
  return (
    <EndpointForm form={form} submit="apiKeys.rotate" onCancel={close}>
      <Text>
        <FormattedMessage id="webhooks.rotateWhy" />
      </Text>
      <Fields form={form} fields={fieldsOf(intl)} />
    </EndpointForm>
  )
}

export const rotateWebhook = dialog<Props>({ title: 'apiKeys.rotate', size: 'sm', Body: Rotate })
