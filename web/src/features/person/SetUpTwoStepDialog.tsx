import { confirmTotp } from '@carewatch/contracts/http/auth'
import { dialog } from '../../dialogs/dialog.ts'
import { showDone } from '../../ui/page/done.ts'
import { EndpointForm } from '../../ui/form/EndpointForm.tsx'
import { useEndpointForm } from '../../ui/form/use-endpoint-form.ts'
import { beginTwoStep, type TwoStepSecrets } from '../../session/begin-two-step.ts'
import { TwoStepSecret } from '../../ui/controls/TwoStepSecret.tsx'
import type { Field } from '../../ui/form/fields.ts'
import { Fields } from '../../ui/form/Fields.tsx'
import { CodeField } from '../../ui/form/CodeField.tsx'

const password: readonly Field[] = [
  { kind: 'password', name: 'password', label: 'password.old', required: true },
]

function SetUpTwoStep({ loaded: { secret, uri }, close }: { loaded: TwoStepSecrets; close: () => void }) {
  const form = useEndpointForm({
    endpoint: confirmTotp,
    initial: { password: '', code: '' },
    onDone: () => {
      close()
      showDone('twoStep.done')
    },
  })
  return (
    <EndpointForm form={form} submit="twoStep.turnOn" onCancel={close}>
      <TwoStepSecret secret={secret} uri={uri} />
      <Fields form={form} fields={password} />
      <CodeField form={form} />
    </EndpointForm>
  )
}

export const setUpTwoStep = dialog<Record<never, never>, TwoStepSecrets>({
  title: 'twoStep.setUp',
  load: beginTwoStep,
  Body: SetUpTwoStep,
})
