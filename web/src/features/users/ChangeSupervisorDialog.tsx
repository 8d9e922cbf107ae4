import type { UserDetail } from '@carewatch/contracts/http/user-forms'
import { changeSupervisor as change, userDetail } from '@carewatch/contracts/http/users'
import { dialog } from '../../dialogs/dialog.ts'
import { call } from '../../http/call.ts'
import { showDone } from '../../ui/page/done.ts'
import { EndpointForm } from '../../ui/form/EndpointForm.tsx'
import { Fields } from '../../ui/form/Fields.tsx'
import { useEndpointForm } from '../../ui/form/use-endpoint-form.ts'
import { findPeople, known } from '../../ui/people/lookups.ts'
import { nameOf } from './columns.tsx'

function ChangeSupervisor({ loaded: user, close }: { loaded: UserDetail; close: () => void }) {
  const form = useEndpointForm({
    endpoint: change,
    initial: { supervisorUuid: user.supervisor?.uuid ?? null },
    body: ({ supervisorUuid }) => ({ userUuid: user.uuid, supervisorUuid }),
    onDone: () => {
      close()
      showDone('done.saved')
    },
  })
  return (
    <EndpointForm form={form} submit="action.save" onCancel={close}>
      <Fields
        form={form}
        fields={[
          {
            kind: 'lookup',
            name: 'supervisorUuid',
            label: 'users.supervisor',
            hint: 'users.supervisorHint',
            find: findPeople('SUPERVISOR', 'MANAGER'),
            known: known(user.supervisor),
          },
        ]}
      />
    </EndpointForm>
  )
}

export const changeSupervisor = dialog<{ uuid: string }, UserDetail>({
  title: 'users.changeSupervisor',
  suffix: (_, user) => nameOf(user),
  load: async ({ uuid }) => (await call(userDetail, { params: { uuid } })).user,
  Body: ChangeSupervisor,
})
