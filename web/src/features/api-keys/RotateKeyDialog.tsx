import { graceHours, rotateApiKey as endpoint } from '@carewatch/contracts/http/api-keys'
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
import { KeyMade } from './KeyMade.tsx'

type Props = DialogProps['rotateApiKey']

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

function Rotate({ props: { apiKey }, close }: { props: Props; close: () => void }) {
  const intl = useIntl()
  const [secret, setSecret] = useState<string | null>(null)
  const form = useEndpointForm({
    endpoint,
    params: { uuid: apiKey.uuid },
    initial: { graceHours: '24', password: '' },
    body: ({ graceHours: hours, password }) => ({ graceHours: Number(hours), password }),
    onDone: (made) => {
      setSecret(made.secret)
      reloadScreens()
    },
  })
  if (secret) return <KeyMade secret={secret} close={close} />
  return (
    <EndpointForm form={form} submit="apiKeys.rotate" onCancel={close}>
      <Text>
        <FormattedMessage id="apiKeys.rotateWhy" />
      </Text>
      <Fields form={form} fields={fieldsOf(intl)} />
    </EndpointForm>
  )
}

export const rotateApiKey = dialog<Props>({
  title: 'apiKeys.rotate',
  suffix: ({ apiKey }) => apiKey.name,
  size: 'sm',
  Body: Rotate,
})
