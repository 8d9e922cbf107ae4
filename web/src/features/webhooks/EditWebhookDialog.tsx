import { updateWebhook as endpoint } from '@carewatch/contracts/http/webhooks'
import { useIntl } from 'react-intl'
import { dialog } from '../../dialogs/dialog.ts'
import type { DialogProps } from '../../dialogs/names.ts'
import { EndpointForm } from '../../ui/form/EndpointForm.tsx'
import { Fields } from '../../ui/form/Fields.tsx'
import { useEndpointForm } from '../../ui/form/use-endpoint-form.ts'
import { showDone } from '../../ui/page/done.ts'
import { type LoadedKeys, loadKeys, webhookFields } from './fields.ts'

type Props = DialogProps['editWebhook']

function EditWebhook({
  props: { webhook },
  loaded,
  close,
}: {
  props: Props
  loaded: LoadedKeys
  close: () => void
}) {
  const intl = useIntl()
  const { uuid, url, topics, apiKey } = webhook
  const form = useEndpointForm({
    endpoint,
    params: { uuid },
    initial: { url, topics: [...topics] as string[], apiKeyUUID: apiKey.uuid, password: '' },
    body: (values) => values,
    onDone: () => {
      close()
      showDone('done.saved')
    },
  })
  // One that has ended is no choice any more, and still what it has.
  const isKnown = loaded.keys.some(({ value }) => value === apiKey.uuid)
  const keys = isKnown ? loaded.keys : [{ value: apiKey.uuid, label: apiKey.name }, ...loaded.keys]
  return (
    <EndpointForm form={form} submit="action.save" onCancel={close}>
      <Fields form={form} fields={webhookFields(intl, { keys })} />
    </EndpointForm>
  )
}

export const editWebhook = dialog<Props, LoadedKeys>({
  title: 'webhooks.edit',
  suffix: ({ webhook }) => new URL(webhook.url).hostname,
  load: ({ webhook }) => loadKeys(webhook.company.uuid),
  Body: EditWebhook,
})
