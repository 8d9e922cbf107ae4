import type { Reply } from '@carewatch/contracts/http/endpoint'
import { updateWearerRoutine, wearerRoutine } from '@carewatch/contracts/http/routines'
import { INACTIVITY_MINUTES } from '@carewatch/contracts/routines'
import { type IntlShape, useIntl } from 'react-intl'
import { dialog } from '../../dialogs/dialog.ts'
import type { DialogProps } from '../../dialogs/names.ts'
import { call } from '../../http/call.ts'
import { EndpointForm } from '../../ui/form/EndpointForm.tsx'
import type { Field } from '../../ui/form/fields.ts'
import { Fields } from '../../ui/form/Fields.tsx'
import { useEndpointForm } from '../../ui/form/use-endpoint-form.ts'
import { showDone } from '../../ui/page/done.ts'
import { hoursText } from './hours-text.ts'
import { TryRoutine } from './TryRoutine.tsx'

type Loaded = Reply<typeof wearerRoutine>

const OFFERED = [120, 180, INACTIVITY_MINUTES, 360, 480]

const fieldsOf = (intl: IntlShape, chosen: number | null): readonly Field[] => [
  {
    kind: 'select',
    name: 'inactivityMinutes',
    label: 'routine.inactivity',
    hint: 'routine.inactivityHint',
    clearable: true,
    options: [...new Set([...OFFERED, ...(chosen === null ? [] : [chosen])])]
      .toSorted((one, other) => one - other)
      .map((minutes) => ({ value: String(minutes), label: hoursText(intl, minutes) })),
  },
  { kind: 'time', name: 'dayFrom', label: 'routine.dayFrom', required: true, half: true },
  { kind: 'time', name: 'dayTo', label: 'routine.dayTo', required: true, half: true },
  { kind: 'time', name: 'checkInBy', label: 'routine.checkInBy', hint: 'routine.checkInHint' },
]

type Props = { props: DialogProps['editRoutine']; loaded: Loaded; close: () => void }

function EditRoutine({ props: { uuid }, loaded: { routine, updatedAt }, close }: Props) {
  const intl = useIntl()
  const { inactivityMinutes, dayFrom, dayTo, checkInBy } = routine
  const form = useEndpointForm({
    endpoint: updateWearerRoutine,
    params: { uuid },
    initial: {
      inactivityMinutes: inactivityMinutes === null ? '' : String(inactivityMinutes),
      dayFrom,
      dayTo,
      checkInBy: checkInBy ?? '',
    },
    body: (values) => ({
      ...values,
      inactivityMinutes: values.inactivityMinutes ? Number(values.inactivityMinutes) : null,
      checkInBy: values.checkInBy || null,
      updatedAt: updatedAt?.toISOString() ?? null,
    }),
    onDone: () => {
      close()
      showDone('done.saved')
    },
  })
  return (
    <EndpointForm form={form} submit="action.save" onCancel={close}>
      <Fields form={form} fields={fieldsOf(intl, inactivityMinutes)} />
      <TryRoutine uuid={uuid} {...form.values} />
    </EndpointForm>
  )
}

export const editRoutine = dialog<DialogProps['editRoutine'], Loaded>({
  title: 'routine.title',
  suffix: ({ name }) => name,
  load: ({ uuid }) => call(wearerRoutine, { params: { uuid } }),
  Body: EditRoutine,
})
