import { Role, UserType } from '@carewatch/contracts/roles'
import { Uuid } from '@carewatch/contracts/wire'
import { z } from 'zod'
import { listSearch } from '../../ui/list/search.ts'

/** The place in the list of people, as it stands in its address. */
export const UsersSearch = z.object({
  ...listSearch,
  role: Role.optional().catch(undefined),
  userType: UserType.optional().catch(undefined),
  companyUuid: Uuid.optional().catch(undefined),
})
export type UsersSearch = z.output<typeof UsersSearch>

export const userTabs = ['all', 'active', 'inactive'] as const
export const UserTab = z.enum(userTabs).catch('all')
export type UserTab = z.output<typeof UserTab>
