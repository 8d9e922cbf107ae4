import { branchDetails } from '@carewatch/contracts/http/branches'
import { call } from '../../http/call.ts'
import type { Option } from '../../ui/form/fields.ts'
import { staffOf } from '../../ui/people/staff-of.ts'

/** Who can be on duty in a branch: its nurses, and the staff that stands in it. */
export async function nursesOf(branchUuid: string): Promise<Option[]> {
  const [{ branch }, staff] = await Promise.all([
    call(branchDetails, { params: { uuid: branchUuid } }),
    staffOf({ branchUuid }),
  ])
  const named = staff.map(({ uuid, firstName, lastName }) => ({ uuid, name: `${firstName} ${lastName}` }))
  const byUuid = new Map([...branch.nurses, ...named].map(({ uuid, name }) => [uuid, name]))
  return [...byUuid].map(([value, label]) => ({ value, label }))
}
