import type { User } from '@carewatch/contracts/http/user-forms'
import { deleteUser, userStatusChange } from '@carewatch/contracts/http/users'
import { openDialog } from '../../dialogs/open.ts'
import { attempt } from '../../feedback/attempt.ts'
import { call } from '../../http/call.ts'
import { useMayManage } from '../../session/may-manage.ts'
import { showDone } from '../../ui/page/done.ts'
import type { Bulk } from '../../ui/list/BulkBar.tsx'
import { activation, deletion } from '../../ui/controls/row-actions.ts'
import { RowMenu } from '../../ui/controls/RowMenu.tsx'
import { nameOf } from './columns.tsx'

const setActive = (uuid: string, isActive: boolean) => call(userStatusChange, { body: { uuid, isActive } })

const setAll = (isActive: boolean) => async (rows: readonly User[]) => {
  const done = await attempt(async () => {
    for (const { uuid } of rows) await setActive(uuid, isActive)
    return true
  })
  showDone('done.statusChanged')
  return done ?? false
}

/** What can be done with many people at once. */
export const bulk: readonly Bulk<User>[] = [
  { label: 'action.activate', run: setAll(true) },
  { label: 'action.deactivate', run: setAll(false), isDangerous: true },
]

export function UserActions({ user }: { user: User }) {
  const mayManage = useMayManage()
  const { uuid, isActive } = user
  if (!mayManage(user)) return null
  return (
    <RowMenu
      of={nameOf(user)}
      actions={[
        { label: 'action.edit', run: () => openDialog('editPerson', { uuid }) },
        {
          label: 'users.changeSupervisor',
          run: () => openDialog('changeSupervisor', { uuid }),
        },
        activation(isActive, (to) => setActive(uuid, to)),
        deletion(() => call(deleteUser, { params: { uuid } })),
      ]}
    />
  )
}
