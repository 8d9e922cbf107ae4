import { roles, userTypes } from '@carewatch/contracts/roles'
import { describe, expect, it } from 'vitest'
import { homeOf } from './homes.ts'
import { barOf, mayOpen, menuOf, notificationsOf, type ScreenName, screens } from './navigation.ts'

type Person = Parameters<typeof menuOf>[0]
const names = (person: Person) => menuOf(person).flatMap(({ lines }) => lines.map(({ name }) => name))
const groups = (role: Person['role']) => menuOf({ role, userType: 'WATCH' }).map(({ group }) => group)
// Safe: the keys of the object itself.
const screenNames = Object.keys(screens) as ScreenName[]
const everybody = roles.flatMap((role) => userTypes.map((userType) => ({ role, userType })))

describe('the side menu', () => {
  it('gives an administrator what point 6 lists', () => {
    const listed = [
      'care',
      'tasks',
      'devices',
      'customers',
      'alerting',
      'company',
      'branch',
      'gateway',
      'operation',
    ]
    expect(groups('ADMIN')).toEqual(listed)
  })

  it('gives a manager their company and all branches', () => {
    const menu = names({ role: 'MANAGER', userType: 'WATCH' })
    expect(menu).toEqual(expect.arrayContaining(['company', 'branches']))
    expect(menu).not.toContain('companies')
  })

  it('gives a nurse the details of her branch', () => {
    expect(names({ role: 'SUPERVISOR', userType: 'WATCH' })).toContain('branch')
    expect(groups('SUPERVISOR')).not.toContain('company')
  })

  it('gives a daughter the overview group, devices and Telegram, and nothing of the staff', () => {
    expect(groups('RELATIVE')).toEqual(['overview', 'ownDevices', 'alerting'])
  })

  it('gives whoever looks after many the figures of alarms beside the task dashboard, and a daughter none', () => {
    for (const role of ['MANAGER', 'SUPERVISOR', 'MONITOR', 'COMPANY_MONITOR'] as const) {
      const menu = names({ role, userType: 'WATCH' })
      expect(menu[menu.indexOf('taskDashboard') + 1]).toBe('alarmFigures')
    }
    expect(mayOpen('alarmFigures', 'OWNER')).toBe(false)
  })

  it('gives a plain user the profile, products and learning', () => {
    expect(groups('USER')).toEqual(['management', 'products', 'learning'])
  })

  it.each(['BRANCH_MONITOR', 'COMPANY_MONITOR'] as const)(
    'gives a %s notifications, tasks and devices',
    (role) => {
      expect(groups(role)).toEqual(['care', 'tasks', 'devices'])
    },
  )

  it('gives staff of the gateways the views of the rooms, and owners a reduced set', () => {
    expect(names({ role: 'SUPERVISOR', userType: 'GATEWAY' })).toContain('roomView')
    expect(names({ role: 'OWNER', userType: 'GATEWAY' })).toEqual([
      'today',
      'ownNotifications',
      'people',
      'ownDevices',
      'ownRooms',
      'telegram',
    ])
  })

  it('gives a family on a phone the few things of every day in a bar, and staff none', () => {
    const bar = (person: Person) => barOf(person).map(({ name }) => name)
    expect(bar({ role: 'OWNER', userType: 'WATCH' })).toEqual([
      'today',
      'monitoring',
      'location',
      'ownNotifications',
    ])
    expect(bar({ role: 'RELATIVE', userType: 'GATEWAY' })).toEqual(['today', 'ownRooms', 'ownNotifications'])
    const others = everybody.filter(({ role }) => role !== 'OWNER' && role !== 'RELATIVE')
    expect(others.filter((person) => bar(person).length > 0)).toEqual([])
  })

  it.each(everybody)('shows a $role of $userType no screen that would turn them away', (person) => {
    for (const { lines } of menuOf(person))
      for (const { screen } of lines) expect(mayOpen(screen, person.role)).toBe(true)
  })

  it('leaves a plain user nothing but what concerns themselves', () => {
    const open = screenNames.filter((name) => mayOpen(name, 'USER'))
    expect(open).toEqual(['profile', 'telegram', 'invitations', 'products', 'articles'])
  })
})

describe('the home', () => {
  it.each(everybody)('of a $role of $userType is a screen that they may open', (person) => {
    const home = homeOf(person)
    const screen = screenNames.find((name) => screens[name].to === home)
    expect(home === '/' || (screen && mayOpen(screen, person.role))).toBe(true)
  })

  it('leads the bell of an owner to their own notifications and of a nurse to the staff’s', () => {
    expect(notificationsOf('OWNER')).toBe('/user/notifications')
    expect(notificationsOf('SUPERVISOR')).toBe('/admin/notifications')
  })
})
