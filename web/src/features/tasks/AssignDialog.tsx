import { updateTask } from '@carewatch/contracts/http/tasks'
import { dialog } from '../../dialogs/dialog.ts'
import { changedTasks } from '../../live/live-atoms.ts'
import { store } from '../../store.ts'
import { showDone } from '../../ui/page/done.ts'
import { EndpointForm } from '../../ui/form/EndpointForm.tsx'
import { Fields } from '../../ui/form/Fields.tsx'
import { useEndpointForm } from '../../ui/form/use-endpoint-form.ts'
import { type Detail, loadTask, subjectOf } from './detail.ts'
import { findStaff } from './staff.ts'

function Assign({ loaded: task, close }: { loaded: Detail; close: () => void }) {
  const { uuid, assignedTo, assigneeName } = task
  const form = useEndpointForm({
    endpoint: updateTask,
    params: { uuid },
    initial: { assignedTo },
    body: (values) => ({ assignedTo: values.assignedTo || null }),
    onDone: ({ task: changed }) => {
      close()
      store.set(changedTasks, (tasks) => new Map(tasks).set(uuid, changed))
      showDone('tasks.updated')
    },
  })
  return (
    <EndpointForm form={form} submit="tasks.assign" onCancel={close}>
      <Fields
        form={form}
        fields={[
          {
            kind: 'lookup',
            name: 'assignedTo',
            label: 'tasks.assignee',
            hint: 'tasks.assigneeHint',
            find: findStaff,
            known: assignedTo ? { value: assignedTo, label: assigneeName ?? '' } : undefined,
          },
        ]}
      />
    </EndpointForm>
  )
}

export const assignTask = dialog<{ uuid: string }, Detail>({
  title: 'tasks.assign',
  suffix: subjectOf,
  load: loadTask,
  Body: Assign,
})
