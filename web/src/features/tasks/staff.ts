import { userChoices } from '@carewatch/contracts/http/users'
import { permissions } from '@carewatch/contracts/permissions'
import type { Role } from '@carewatch/contracts/roles'
import { call } from '../../http/call.ts'
import type { Option } from '../../ui/form/fields.ts'

const takesTasks = ({ role }: { role: Role }): boolean => permissions.changeTasks.some((one) => one === role)

/** Who can be given a task: colleagues too, whom the list of people does not show to everybody. */
export async function findStaff(typed: string): Promise<Option[]> {
  const text = typed.trim()
  const keys = text ? [text] : permissions.changeTasks
  const answers = await Promise.all(keys.map((key) => call(userChoices, { params: { key } })))
  return answers
    .flatMap(({ users }) => users)
    .filter(takesTasks)
    .map(({ uuid, name, email, userName }) => ({ value: uuid, label: `${name} · ${email ?? userName}` }))
}
