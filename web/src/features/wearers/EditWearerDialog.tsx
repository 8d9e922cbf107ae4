import { updateWearer, type Wearer } from '@carewatch/contracts/http/wearers'
import { useIntl } from 'react-intl'
import { dialog } from '../../dialogs/dialog.ts'
import { useIsFamily } from '../../session/is-family.ts'
import { changesOf } from '../../ui/form/changes.ts'
import { EndpointForm } from '../../ui/form/EndpointForm.tsx'
import { Fields } from '../../ui/form/Fields.tsx'
import { useEndpointForm, type Values } from '../../ui/form/use-endpoint-form.ts'
import { showDone } from '../../ui/page/done.ts'
import { known } from '../../ui/people/lookups.ts'
import { personFields, placeFields } from './fields.ts'
import { loadOne } from './load.ts'
import { nameOf } from './names.ts'
import { isHere } from './stay.ts'

const valuesOf = ({ firstName, lastName, dob, sex, language, branch, room, bed }: Wearer) => ({
  firstName,
  lastName,
  dob: dob ?? '',
  sex: sex ?? '',
  language: language ?? '',
  branchId: branch?.uuid ?? '',
  roomId: room?.uuid ?? '',
  bed: bed ?? '',
})

/** A last name may be left out, and is then empty. */
const bodyOf = (initial: Values, values: Values): Values => {
  const { lastName, ...changes } = changesOf(initial, values)
  return { ...changes, ...(lastName !== undefined && { lastName: lastName ?? '' }) }
}

function EditWearer({ loaded: wearer, close }: { loaded: Wearer; close: () => void }) {
  const intl = useIntl()
  const isFamily = useIsFamily()
  const { uuid, updatedAt, branch, room } = wearer
  const initial = valuesOf(wearer)
  const form = useEndpointForm({
    endpoint: updateWearer,
    params: { uuid },
    initial,
    body: (values) => ({ ...bodyOf(initial, values), updatedAt: updatedAt.toISOString() }),
    onDone: () => {
      close()
      showDone('done.saved')
    },
  })
  const { branchId } = form.values
  const place = placeFields({ branchId, branch: known(branch), room: known(room) })
  const fields = isFamily || !isHere(wearer) ? personFields(intl) : [...personFields(intl), ...place]
  return (
    <EndpointForm form={form} submit="action.save" onCancel={close}>
      <Fields form={form} fields={fields} />
    </EndpointForm>
  )
}

export const editWearer = dialog<{ uuid: string }, Wearer>({
  title: 'wearer.edit',
  suffix: (_, wearer) => nameOf(wearer),
  load: loadOne,
  Body: EditWearer,
})
