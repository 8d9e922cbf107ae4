import { permissions } from '@carewatch/contracts/permissions'
import { type Role, roles, type UserType } from '@carewatch/contracts/roles'

const managers = ['ADMIN', 'MANAGER'] as const
const carers = [...managers, 'SUPERVISOR'] as const
const board = [...carers, 'MONITOR'] as const
const staff = permissions.seeTasks
const family = ['OWNER', 'RELATIVE'] as const
const watchers = [...family, ...staff] as const

type Screen = { to: `/${string}`; open: readonly Role[] }

/** Every screen behind the sign-in and who may open it: the guards, the menu and the search read this list. */
export const screens = {
  dashboard: { to: '/admin/dashboard', open: board },
  ward: { to: '/admin/ward', open: staff },
  notifications: { to: '/admin/notifications', open: staff },
  overview: { to: '/user/overview', open: watchers },
  summary: { to: '/user/dashboard', open: watchers },
  monitoring: { to: '/user/monitoring', open: watchers },
  location: { to: '/user/location', open: watchers },
  ownNotifications: { to: '/user/notifications', open: family },
  settings: { to: '/user/settings', open: watchers },
  ownDevices: { to: '/user/devices/{-$filterKey}', open: family },
  people: { to: '/people', open: watchers },
  wearer: { to: '/people/$uuid', open: watchers },
  device: { to: '/user/device/$uuid', open: watchers },
  profile: { to: '/user/detail/$uuid', open: roles },
  telegram: { to: '/user/telegram', open: roles },
  invitations: { to: '/user/invitations', open: roles },
  taskDashboard: { to: '/admin/task/dashboard', open: staff },
  alarmFigures: { to: '/admin/alarm-figures', open: permissions.seeAlarmFigures },
  inspection: { to: '/admin/inspection', open: permissions.seeMonthlyPacks },
  alarmCases: { to: '/admin/alarm-cases', open: permissions.seeAlarmFigures },
  tasks: { to: '/admin/task/list', open: staff },
  incidentFile: { to: '/user/incident-file/$uuid', open: permissions.seeIncidentFiles },
  shiftSheet: { to: '/admin/shift-sheet', open: permissions.seeDuties },
  fileCheck: { to: '/user/file-check', open: permissions.seeIncidentFiles },
  devices: { to: '/admin/devices/{-$filterKey}', open: staff },
  sales: { to: '/admin/sales', open: permissions.seeSales },
  users: { to: '/admin/users/{-$filterKey}', open: carers },
  onboarding: { to: '/admin/onboarding', open: permissions.decideOnboarding },
  companies: { to: '/admin/companies', open: staff },
  company: { to: '/admin/company/$uuid', open: staff },
  branches: { to: '/admin/branches', open: staff },
  branch: { to: '/admin/branch/$uuid', open: staff },
  roomView: { to: '/admin/gateway/roomViewInteractions', open: [...staff, ...family] },
  interactions: { to: '/admin/gateway/interactions', open: staff },
  gateways: { to: '/admin/gateway', open: staff },
  walk: { to: '/admin/gateway/walk', open: permissions.manageRooms },
  beacons: { to: '/admin/beacons', open: staff },
  alertLogs: { to: '/admin/alertlogs', open: staff },
  simulator: { to: '/admin/simulator', open: permissions.simulate },
  audit: { to: '/admin/audit', open: permissions.seeAudit },
  apiKeys: { to: '/admin/api-keys', open: permissions.manageApiKeys },
  webhooks: { to: '/admin/webhooks', open: permissions.manageApiKeys },
  import: { to: '/admin/import', open: permissions.importRows },
  unread: { to: '/admin/unread', open: permissions.seeUnreadMessages },
  products: { to: '/all-products', open: roles },
  articles: { to: '/articles', open: roles },
  guide: { to: '/user/guide', open: watchers },
} as const satisfies Record<string, Screen>
export type ScreenName = keyof typeof screens

export const mayOpen = (name: ScreenName, role: Role): boolean =>
  (screens[name].open as readonly Role[]).includes(role)

type Shown = Partial<Record<UserType, readonly Role[]>>
type Line = {
  screen: ScreenName
  shown: Shown
  /** Whose page it is, where the screen is about one row. */
  own?: 'company' | 'branch' | 'user'
  filterKey?: string
  search?: Readonly<Record<string, string>>
}

const everyType = (who: readonly Role[]): Shown => ({ WATCH: who, GATEWAY: who })
const rooms: Shown = { WATCH: ['ADMIN'], GATEWAY: staff }
const plain = everyType(['USER'])

/** The side menu in the order of the specification (points 2 and 6). */
const menu = {
  care: {
    dashboard: { screen: 'dashboard', shown: everyType(board) },
    ward: { screen: 'ward', shown: everyType(staff) },
    notifications: { screen: 'notifications', shown: everyType(staff) },
    residents: { screen: 'people', shown: everyType(staff) },
    shiftSheet: { screen: 'shiftSheet', shown: everyType(permissions.seeDuties) },
  },
  overview: {
    today: { screen: 'overview', shown: everyType(family) },
    summary: { screen: 'summary', shown: { WATCH: family } },
    monitoring: { screen: 'monitoring', shown: { WATCH: family } },
    ownNotifications: { screen: 'ownNotifications', shown: everyType(family) },
    people: { screen: 'people', shown: everyType(family) },
    location: { screen: 'location', shown: { WATCH: family } },
    settings: { screen: 'settings', shown: { WATCH: family } },
  },
  ownDevices: {
    ownDevices: { screen: 'ownDevices', shown: everyType(family) },
    ownRooms: { screen: 'roomView', shown: { GATEWAY: family } },
  },
  tasks: {
    taskDashboard: { screen: 'taskDashboard', shown: everyType(staff) },
    alarmFigures: { screen: 'alarmFigures', shown: everyType(permissions.seeAlarmFigures) },
    inspection: { screen: 'inspection', shown: everyType(permissions.seeMonthlyPacks) },
    tasks: { screen: 'tasks', shown: everyType(staff) },
    fileCheck: { screen: 'fileCheck', shown: everyType(staff) },
  },
  devices: {
    devices: { screen: 'devices', shown: everyType(staff) },
    sold: { screen: 'devices', filterKey: 'isSold', shown: everyType(staff) },
    unsold: { screen: 'devices', filterKey: 'isNotSold', shown: everyType(staff) },
    sales: { screen: 'sales', shown: everyType(managers) },
  },
  customers: {
    users: { screen: 'users', shown: everyType(carers) },
    activeUsers: { screen: 'users', filterKey: 'active', shown: everyType(carers) },
    inactiveUsers: { screen: 'users', filterKey: 'inactive', shown: everyType(carers) },
    onboarding: { screen: 'onboarding', shown: { WATCH: carers } },
  },
  alerting: {
    telegram: { screen: 'telegram', shown: everyType([...carers, ...family]) },
  },
  company: {
    company: { screen: 'company', own: 'company', shown: everyType(['MANAGER']) },
    companies: { screen: 'companies', shown: everyType(['ADMIN']) },
  },
  branch: {
    branch: { screen: 'branch', own: 'branch', shown: everyType(['SUPERVISOR', 'MONITOR']) },
    branches: { screen: 'branches', shown: everyType(managers) },
  },
  gateway: {
    roomView: { screen: 'roomView', shown: rooms },
    interactions: { screen: 'interactions', shown: rooms },
    gateways: { screen: 'gateways', shown: rooms },
    beacons: { screen: 'beacons', shown: rooms },
    alertLogs: { screen: 'alertLogs', shown: rooms },
  },
  operation: {
    simulator: { screen: 'simulator', shown: everyType(permissions.simulate) },
    audit: { screen: 'audit', shown: everyType(permissions.seeAudit) },
    apiKeys: { screen: 'apiKeys', shown: everyType(permissions.manageApiKeys) },
    webhooks: { screen: 'webhooks', shown: everyType(permissions.manageApiKeys) },
    import: { screen: 'import', shown: everyType(permissions.importRows) },
    unread: { screen: 'unread', shown: everyType(permissions.seeUnreadMessages) },
  },
  management: { profile: { screen: 'profile', own: 'user', shown: plain } },
  products: {
    products: { screen: 'products', shown: plain },
    fitness: { screen: 'products', search: { type: 'fitness' }, shown: plain },
    monitoringProducts: { screen: 'products', search: { type: 'monitoring' }, shown: plain },
  },
  learning: {
    articles: { screen: 'articles', shown: plain },
    yoga: { screen: 'articles', search: { type: 'yoga' }, shown: plain },
    gym: { screen: 'articles', search: { type: 'gym' }, shown: plain },
  },
} as const satisfies Record<string, Record<string, Line>>

type Menu = typeof menu
export type GroupName = keyof Menu
export type LineName = { [Group in GroupName]: keyof Menu[Group] & string }[GroupName]
export type MenuLine = Line & { name: LineName }
export type MenuGroup = { group: GroupName; lines: MenuLine[] }
type Person = { role: Role; userType: UserType }

// Safe: the keys and values of the object above.
const groups = Object.entries(menu) as [GroupName, Record<LineName, Line>][]

/** The side menu of a person, in groups. */
export function menuOf({ role, userType }: Person): MenuGroup[] {
  return groups
    .map(([group, lines]) => ({
      group,
      // Safe: the keys of the group.
      lines: (Object.entries(lines) as [LineName, Line][])
        .filter(([, { shown }]) => shown[userType]?.includes(role))
        .map(([name, line]) => ({ ...line, name })),
    }))
    .filter(({ lines }) => lines.length > 0)
}

/** What a family does with its phone every day, in the order of a thumb; the rest is behind "More". */
const bar = ['today', 'monitoring', 'ownRooms', 'location', 'ownNotifications'] as const
type BarName = (typeof bar)[number]

/** The bar at the bottom of a phone: nobody but a family has any of these lines. */
export function barOf(person: Person): (Line & { name: BarName })[] {
  const lines = menuOf(person).flatMap(({ lines: all }) => all)
  return bar.flatMap((name) => lines.flatMap((line) => (line.name === name ? [{ ...line, name }] : [])))
}

export const isFamily = (role: Role): boolean => (family as readonly Role[]).includes(role)

/** Where this role reads its notifications. */
export const notificationsOf = (role: Role) =>
  isFamily(role) ? screens.ownNotifications.to : screens.notifications.to

/** The search is for whoever looks after many. */
export const maySearch = (role: Role): boolean => (permissions.search as readonly Role[]).includes(role)
