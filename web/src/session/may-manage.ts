import { updateUser } from '@carewatch/contracts/http/users'
import { givableRoles } from '@carewatch/contracts/permissions'
import type { Role } from '@carewatch/contracts/roles'
import { useAtomValue } from 'jotai'
import { mayCall } from './may.ts'
import { userAtom } from './session.ts'

type Person = { uuid: string; role: Role }

/** Whether the viewer may change somebody: not themselves, and nobody of a role that they could not give. */
export function useMayManage(): (person: Person) => boolean {
  const me = useAtomValue(userAtom)
  return ({ uuid, role }) =>
    me !== null &&
    uuid !== me.uuid &&
    mayCall(updateUser, me.role) &&
    (givableRoles[me.role]?.includes(role) ?? false)
}
