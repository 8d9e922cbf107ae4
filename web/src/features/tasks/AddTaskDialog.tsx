import { monitoringTypes, severities } from '@carewatch/contracts/alarms'
import { newTask } from '@carewatch/contracts/http/tasks'
import { useIntl } from 'react-intl'
import { dialog } from '../../dialogs/dialog.ts'
import { showDone } from '../../ui/page/done.ts'
import { EndpointForm } from '../../ui/form/EndpointForm.tsx'
import type { Field } from '../../ui/form/fields.ts'
import { Fields } from '../../ui/form/Fields.tsx'
import { useEndpointForm } from '../../ui/form/use-endpoint-form.ts'
import { findDevices } from '../../ui/people/lookups.ts'
import { findStaff } from './staff.ts'

function AddTask({ close }: { close: () => void }) {
  const intl = useIntl()
  const form = useEndpointForm({
    endpoint: newTask,
    initial: {
      title: '',
      deviceUUID: null as string | null,
      monitoringType: 'TASK',
      severity: 'MEDIUM',
      assignedTo: null as string | null,
    },
    onDone: () => {
      close()
      showDone('done.added')
    },
  })
  const fields: readonly Field[] = [
    { kind: 'text', name: 'title', label: 'tasks.what', required: true, maxLength: 200 },
    {
      kind: 'lookup',
      name: 'deviceUUID',
      label: 'tasks.device',
      hint: 'tasks.deviceHint',
      find: findDevices,
    },
    {
      kind: 'select',
      name: 'monitoringType',
      label: 'tasks.monitoringType',
      required: true,
      half: true,
      options: monitoringTypes.map((value) => ({
        value,
        label: intl.formatMessage({ id: `monitoringType.${value}` }),
      })),
    },
    {
      kind: 'select',
      name: 'severity',
      label: 'alertLogs.severity',
      required: true,
      half: true,
      options: severities.map((value) => ({ value, label: intl.formatMessage({ id: `severity.${value}` }) })),
    },
    { kind: 'lookup', name: 'assignedTo', label: 'tasks.assignee', find: findStaff },
  ]
  return (
    <EndpointForm form={form} submit="tasks.add" onCancel={close}>
      <Fields form={form} fields={fields} />
    </EndpointForm>
  )
}

export const addTask = dialog<Record<never, never>>({ title: 'tasks.add', Body: AddTask })
