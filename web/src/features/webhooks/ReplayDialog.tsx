import { replayWebhook as endpoint } from '@carewatch/contracts/http/webhooks'
import { Text } from '@mantine/core'
import { FormattedMessage } from 'react-intl'
import { dialog } from '../../dialogs/dialog.ts'
import type { DialogProps } from '../../dialogs/names.ts'
import { EndpointForm } from '../../ui/form/EndpointForm.tsx'
import type { Field } from '../../ui/form/fields.ts'
import { Fields } from '../../ui/form/Fields.tsx'
import { useEndpointForm } from '../../ui/form/use-endpoint-form.ts'
import { showDone } from '../../ui/page/done.ts'

type Props = DialogProps['replayWebhook']

const fields = (): readonly Field[] => [
  {
    kind: 'date',
    name: 'since',
    label: 'webhooks.replaySince',
    hint: 'webhooks.replayHint',
    required: true,
    max: new Date().toISOString().slice(0, 10),
  },
]

/** From the beginning of that day, where the viewer is. */
const bodyOf = ({ since }: { since: string }) =>
  since === '' ? { since } : { since: new Date(`${since}T00:00:00`).toISOString() }

function Replay({ props: { uuid }, close }: { props: Props; close: () => void }) {
  const form = useEndpointForm({
    endpoint,
    params: { uuid },
    initial: { since: '' },
    body: bodyOf,
    errors: (values): Record<string, 'field.required'> =>
      values.since === '' ? { since: 'field.required' } : {},
    onDone: () => {
      close()
      showDone('webhooks.queued')
    },
  })
  return (
    <EndpointForm form={form} submit="webhooks.replay" onCancel={close}>
      <Text>
        <FormattedMessage id="webhooks.replayWhy" />
      </Text>
      <Fields form={form} fields={fields()} />
    </EndpointForm>
  )
}

export const replayWebhook = dialog<Props>({ title: 'webhooks.replayFrom', size: 'sm', Body: Replay })
