import type { Role, UserType } from '@carewatch/contracts/roles'

type Home =
  | '/'
  | '/admin/dashboard'
  | '/admin/gateway'
  | '/admin/gateway/roomViewInteractions'
  | '/admin/task/dashboard'
  | '/user/overview'
  | '/user/detail/$uuid'

/** Where people land (specification, point 6). */
const homes: Record<UserType, Record<Role, Home>> = {
  WATCH: {
    ADMIN: '/admin/dashboard',
    MANAGER: '/admin/dashboard',
    SUPERVISOR: '/admin/dashboard',
    OWNER: '/user/overview',
    RELATIVE: '/user/overview',
    USER: '/user/detail/$uuid',
    MONITOR: '/',
    BRANCH_MONITOR: '/admin/task/dashboard',
    COMPANY_MONITOR: '/admin/task/dashboard',
  },
  GATEWAY: {
    ADMIN: '/admin/dashboard',
    MANAGER: '/admin/gateway',
    SUPERVISOR: '/admin/gateway',
    OWNER: '/user/overview',
    RELATIVE: '/user/overview',
    USER: '/user/detail/$uuid',
    MONITOR: '/admin/gateway/roomViewInteractions',
    BRANCH_MONITOR: '/',
    COMPANY_MONITOR: '/',
  },
}

export const homeOf = ({ role, userType }: { role: Role; userType: UserType }): Home => homes[userType][role]
