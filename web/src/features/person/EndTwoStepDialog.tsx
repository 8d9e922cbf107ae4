import { endTotp } from '@carewatch/contracts/http/auth'
import { Text } from '@mantine/core'
import { FormattedMessage } from 'react-intl'
import { dialog } from '../../dialogs/dialog.ts'
import { showDone } from '../../ui/page/done.ts'
import { EndpointForm } from '../../ui/form/EndpointForm.tsx'
import { Fields } from '../../ui/form/Fields.tsx'
import { useEndpointForm } from '../../ui/form/use-endpoint-form.ts'
import { CodeField } from '../../ui/form/CodeField.tsx'

function EndTwoStep({ close }: { close: () => void }) {
  const form = useEndpointForm({
    endpoint: endTotp,
    initial: { password: '', code: '' },
    onDone: () => {
      close()
      showDone('twoStep.ended')
    },
  })
  return (
    <EndpointForm form={form} submit="twoStep.end" onCancel={close}>
      <Text>
        <FormattedMessage id="twoStep.endWhy" />
      </Text>
      <Fields
        form={form}
        fields={[{ kind: 'password', name: 'password', label: 'password.old', required: true }]}
      />
      <CodeField form={form} />
    </EndpointForm>
  )
}

export const endTwoStep = dialog<Record<never, never>>({
  title: 'twoStep.end',
  size: 'sm',
  Body: EndTwoStep,
})
