import type { Role, UserType } from '@carewatch/contracts/roles'

type Home = '/admin/dashboard' | '/admin/task/list' | '/user/overview' | '/user/detail/$uuid'

const boards: Record<Role, Home> = {
  ADMIN: '/admin/dashboard',
  MANAGER: '/admin/dashboard',
  SUPERVISOR: '/admin/dashboard',
  OWNER: '/user/overview',
  RELATIVE: '/user/overview',
  USER: '/user/detail/$uuid',
  MONITOR: '/admin/dashboard',
  BRANCH_MONITOR: '/admin/task/list',
  COMPANY_MONITOR: '/admin/task/list',
}

/** Where people land (specification, point 6). Screens for gateways do not exist yet: their staff land on the board. */
const homes: Record<UserType, Record<Role, Home>> = { WATCH: boards, GATEWAY: boards }

export const homeOf = ({ role, userType }: { role: Role; userType: UserType }): Home => homes[userType][role]
