import type { Reply } from '@carewatch/contracts/http/endpoint'
import { updateWearerRoutine, wearerRoutine } from '@carewatch/contracts/http/routines'
import { noRoutine, type Routine } from '@carewatch/contracts/routines'
import { useIntl } from 'react-intl'
import { dialog } from '../../dialogs/dialog.ts'
import type { DialogProps } from '../../dialogs/names.ts'
import { call } from '../../http/call.ts'
import { EndpointForm } from '../../ui/form/EndpointForm.tsx'
import { Fields } from '../../ui/form/Fields.tsx'
import { useEndpointForm } from '../../ui/form/use-endpoint-form.ts'
import { showDone } from '../../ui/page/done.ts'
import { minutesOf, routineFields, type RoutineValues, valuesOf } from '../../ui/people/routine-fields.ts'
import { TryRoutine } from './TryRoutine.tsx'

type Loaded = Reply<typeof wearerRoutine>

type Props = { props: DialogProps['editRoutine']; loaded: Loaded; close: () => void }

function EditRoutine({ props: { uuid }, loaded: { routine, from, inherited, updatedAt }, close }: Props) {
  const intl = useIntl()
  // The version before says of nobody that it is inherited.
  const inherits = {
    inactivity: from !== undefined && from.inactivity !== 'PERSON',
    checkIn: from !== undefined && from.checkIn !== 'PERSON',
  }
  const form = useEndpointForm({
    endpoint: updateWearerRoutine,
    params: { uuid },
    initial: valuesOf(routine, inherits),
    body: (values: RoutineValues) => ({
      inactivityMinutes: minutesOf(values),
      dayFrom: values.dayFrom,
      dayTo: values.dayTo,
      checkInBy: values.checkIn === 'daily' ? values.checkInBy : null,
      asHouse: {
        inactivity: values.inactivityMinutes === 'inherited',
        checkIn: values.checkIn === 'inherited',
      },
      updatedAt: updatedAt?.toISOString() ?? null,
    }),
    onDone: () => {
      close()
      showDone('done.saved')
    },
  })
  const { values } = form
  return (
    <EndpointForm form={form} submit="action.save" onCancel={close}>
      <Fields
        form={form}
        fields={routineFields(intl, { values, behind: inherited ?? null, name: (key) => key })}
      />
      <TryRoutine uuid={uuid} routine={asItCounts(values, inherited?.routine ?? noRoutine)} />
    </EndpointForm>
  )
}

/** What would hold by what is chosen. */
function asItCounts(values: RoutineValues, behind: Routine): Routine {
  const { dayFrom, dayTo, checkIn, checkInBy } = values
  const own = { inactivityMinutes: minutesOf(values), dayFrom, dayTo }
  const { checkInBy: theirs, ...day } = behind
  return {
    ...(values.inactivityMinutes === 'inherited' ? day : own),
    checkInBy: checkIn === 'inherited' ? theirs : checkIn === 'daily' ? checkInBy : null,
  }
}

export const editRoutine = dialog<DialogProps['editRoutine'], Loaded>({
  title: 'routine.title',
  suffix: ({ name }) => name,
  load: ({ uuid }) => call(wearerRoutine, { params: { uuid } }),
  Body: EditRoutine,
})
