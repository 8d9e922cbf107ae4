import { listUsers } from '@carewatch/contracts/http/users'
import type { User } from '@carewatch/contracts/http/user-forms'
import { call } from '../../http/call.ts'

const staff = ['MANAGER', 'SUPERVISOR'] as const

/** The managers and supervisors of a company or a branch, as far as the viewer may see them. */
export async function staffOf(place: { companyUuid?: string; branchUuid?: string }): Promise<User[]> {
  const answers = await Promise.all(
    staff.map((role) => call(listUsers, { query: { ...place, role, size: 50, filterKey: 'active' } })),
  )
  return answers.flatMap(({ users }) => users)
}
