import { newWearer as endpoint } from '@carewatch/contracts/http/wearers'
import { useNavigate } from '@tanstack/react-router'
import { useIntl } from 'react-intl'
import { dialog } from '../../dialogs/dialog.ts'
import { EndpointForm } from '../../ui/form/EndpointForm.tsx'
import { Fields } from '../../ui/form/Fields.tsx'
import { useEndpointForm } from '../../ui/form/use-endpoint-form.ts'
import { showDone } from '../../ui/page/done.ts'
import { personFields, placeFields } from './fields.ts'

const NOBODY = {
  firstName: '',
  lastName: '',
  dob: '',
  sex: '',
  language: '',
  branchId: '',
  roomId: '',
  bed: '',
}

function NewWearer({ close }: { close: () => void }) {
  const intl = useIntl()
  const navigate = useNavigate()
  const form = useEndpointForm({
    endpoint,
    initial: NOBODY,
    onDone: async ({ wearer: { uuid } }) => {
      close()
      await navigate({ to: '/people/$uuid', params: { uuid } })
      showDone('done.added')
    },
  })
  const { branchId } = form.values
  return (
    <EndpointForm form={form} submit="wearers.add" onCancel={close}>
      <Fields form={form} fields={[...personFields(intl), ...placeFields({ branchId })]} />
    </EndpointForm>
  )
}

/** Writes down a resident, who wears nothing yet; their page is where a watch is given to them. */
export const newWearer = dialog<Record<never, never>>({ title: 'wearers.add', Body: NewWearer })
