import { type Role, roles } from '@carewatch/contracts/roles'

const staff = ['ADMIN', 'MANAGER', 'SUPERVISOR', 'MONITOR', 'BRANCH_MONITOR', 'COMPANY_MONITOR'] as const
const family = ['OWNER', 'RELATIVE'] as const
const board = ['ADMIN', 'MANAGER', 'SUPERVISOR', 'MONITOR'] as const

type Screen = {
  to: `/${string}`
  group: 'overview' | 'care' | 'management'
  /** Whose side menu shows it. */
  menu: readonly Role[]
  /** Who may open it; the menu's people if absent. */
  open?: readonly Role[]
}

/** Every screen behind the sign-in: the menu and the guards read this same list. */
export const screens = {
  dashboard: { to: '/admin/dashboard', group: 'care', menu: board },
  overview: { to: '/user/overview', group: 'overview', menu: family, open: [...family, ...staff] },
  monitoring: { to: '/user/monitoring', group: 'overview', menu: family, open: [...family, ...staff] },
  ownNotifications: { to: '/user/notifications', group: 'overview', menu: family },
  ownDevices: { to: '/user/devices/{-$filterKey}', group: 'overview', menu: family },
  profile: { to: '/user/detail/$uuid', group: 'overview', menu: ['USER'], open: roles },
  notifications: { to: '/admin/notifications', group: 'care', menu: staff },
  tasks: { to: '/admin/task/list', group: 'care', menu: staff },
  devices: { to: '/admin/devices/{-$filterKey}', group: 'management', menu: staff },
} as const satisfies Record<string, Screen>

export type ScreenName = keyof typeof screens
// Safe: the keys of the object above.
const names = Object.keys(screens) as ScreenName[]

export function mayOpen(name: ScreenName, role: Role): boolean {
  const screen: Screen = screens[name]
  return (screen.open ?? screen.menu).includes(role)
}

export type MenuGroup = { group: Screen['group']; names: ScreenName[] }

/** The side menu of a role, in groups. */
export function menuOf(role: Role): MenuGroup[] {
  const shown = names.filter((name) => (screens[name].menu as readonly Role[]).includes(role))
  const groups = [...new Set(shown.map((name) => screens[name].group))]
  return groups.map((group) => ({ group, names: shown.filter((name) => screens[name].group === group) }))
}

/** Where this role reads its notifications. */
export const notificationsOf = (role: Role) =>
  (family as readonly Role[]).includes(role) ? screens.ownNotifications.to : screens.notifications.to
