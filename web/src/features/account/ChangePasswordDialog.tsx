import { changePassword as change } from '@carewatch/contracts/http/auth'
import { dialog } from '../../dialogs/dialog.ts'
import { currentIntl } from '../../i18n/intl.ts'
import { EndpointForm } from '../../ui/form/EndpointForm.tsx'
import type { Field } from '../../ui/form/fields.ts'
import { Fields } from '../../ui/form/Fields.tsx'
import { useEndpointForm } from '../../ui/form/use-endpoint-form.ts'
import { snack } from '../../feedback/snack.ts'

const fields: readonly Field[] = [
  { kind: 'password', name: 'oldPassword', label: 'password.old', required: true },
  { kind: 'password', name: 'newPassword', label: 'password.new', required: true, isNew: true },
]

function ChangePassword({ close }: { close: () => void }) {
  const form = useEndpointForm({
    endpoint: change,
    initial: { oldPassword: '', newPassword: '' },
    onDone: () => {
      snack('success', 200, currentIntl().formatMessage({ id: 'password.changed' }))
      close()
    },
  })
  return (
    <EndpointForm form={form} submit="password.change" onCancel={close}>
      <Fields form={form} fields={fields} />
    </EndpointForm>
  )
}

export const changePassword = dialog<Record<never, never>>({
  title: 'password.change',
  size: 'sm',
  Body: ChangePassword,
})
