import { allApiKeys } from '@carewatch/contracts/http/api-keys'
import { newWebhook as endpoint, WEBHOOK_URL_MAX } from '@carewatch/contracts/http/webhooks'
import { webhookTopics } from '@carewatch/contracts/webhooks'
import { useState } from 'react'
import { type IntlShape, useIntl } from 'react-intl'
import { dialog } from '../../dialogs/dialog.ts'
import type { DialogProps } from '../../dialogs/names.ts'
import { call } from '../../http/call.ts'
import { EndpointForm } from '../../ui/form/EndpointForm.tsx'
import type { Field, Option } from '../../ui/form/fields.ts'
import { Fields } from '../../ui/form/Fields.tsx'
import { useEndpointForm } from '../../ui/form/use-endpoint-form.ts'
import { reloadScreens } from '../../ui/page/reload.ts'
import { SecretMade } from './SecretMade.tsx'

type Props = DialogProps['newWebhook']
type Loaded = { keys: readonly Option[] }

const MOST_KEYS = 50

const fieldsOf = ({ formatMessage }: IntlShape, { keys }: Loaded): readonly Field[] => [
  {
    kind: 'text',
    name: 'url',
    label: 'webhooks.url',
    hint: 'webhooks.urlHint',
    required: true,
    maxLength: WEBHOOK_URL_MAX,
  },
  {
    kind: 'multiSelect',
    name: 'topics',
    label: 'webhooks.topics',
    required: true,
    options: webhookTopics.map((value) => ({
      value,
      label: formatMessage({ id: `webhooks.topic.${value}` }),
    })),
  },
  {
    kind: 'select',
    name: 'apiKeyUUID',
    label: 'webhooks.key',
    hint: 'webhooks.keyHint',
    required: true,
    options: keys,
  },
  { kind: 'password', name: 'password', label: 'password.old', required: true },
]

function NewWebhook({ loaded, close }: { loaded: Loaded; close: () => void }) {
  const intl = useIntl()
  const [secret, setSecret] = useState<string | null>(null)
  const form = useEndpointForm({
    endpoint,
    initial: { url: '', topics: ['alarms'] as string[], apiKeyUUID: '', password: '' },
    body: (values) => values,
    onDone: (made) => {
      setSecret(made.secret)
      reloadScreens()
    },
  })
  if (secret) return <SecretMade secret={secret} close={close} />
  return (
    <EndpointForm form={form} submit="webhooks.add" onCancel={close}>
      <Fields form={form} fields={fieldsOf(intl, loaded)} />
    </EndpointForm>
  )
}

async function load({ companyUuid }: Props): Promise<Loaded> {
  const { apiKeys } = await call(allApiKeys, { query: { size: MOST_KEYS, companyUuid } })
  return { keys: apiKeys.map(({ uuid, name }) => ({ value: uuid, label: name })) }
}

export const newWebhook = dialog<Props, Loaded>({ title: 'webhooks.add', load, Body: NewWebhook })
