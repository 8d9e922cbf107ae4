import { newWebhook as endpoint } from '@carewatch/contracts/http/webhooks'
import { useState } from 'react'
import { useIntl } from 'react-intl'
import { dialog } from '../../dialogs/dialog.ts'
import type { DialogProps } from '../../dialogs/names.ts'
import { EndpointForm } from '../../ui/form/EndpointForm.tsx'
import { Fields } from '../../ui/form/Fields.tsx'
import { useEndpointForm } from '../../ui/form/use-endpoint-form.ts'
import { reloadScreens } from '../../ui/page/reload.ts'
import { type LoadedKeys, loadKeys, webhookFields } from './fields.ts'
import { SecretMade } from './SecretMade.tsx'

type Props = DialogProps['newWebhook']

function NewWebhook({ loaded, close }: { loaded: LoadedKeys; close: () => void }) {
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
      <Fields form={form} fields={webhookFields(intl, loaded)} />
    </EndpointForm>
  )
}

export const newWebhook = dialog<Props, LoadedKeys>({
  title: 'webhooks.add',
  load: ({ companyUuid }) => loadKeys(companyUuid),
  Body: NewWebhook,
})
