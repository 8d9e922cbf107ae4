import { roles } from '@carewatch/contracts/roles'
import { describe, expect, it } from 'vitest'
import { homeOf } from './homes.ts'
import { mayOpen, menuOf, notificationsOf, type ScreenName, screens } from './navigation.ts'

const names = (role: (typeof roles)[number]) => menuOf(role).flatMap((group) => group.names)

describe('the side menu', () => {
  it('gives a daughter her overview, graphs, notifications and devices, and nothing of the staff', () => {
    expect(names('RELATIVE')).toEqual(['overview', 'monitoring', 'ownNotifications', 'ownDevices'])
  })

  it('gives a nurse the board, notifications, tasks and devices', () => {
    expect(names('SUPERVISOR')).toEqual(['dashboard', 'notifications', 'tasks', 'devices'])
  })

  it('gives a branch monitor notifications, tasks and devices', () => {
    expect(names('BRANCH_MONITOR')).toEqual(['notifications', 'tasks', 'devices'])
  })

  it('shows nobody a screen that would turn them away', () => {
    for (const role of roles) {
      for (const name of names(role)) expect(mayOpen(name, role), `${role} ${name}`).toBe(true)
    }
  })

  it('leaves a plain user nothing but their own profile', () => {
    const open = (Object.keys(screens) as ScreenName[]).filter((name) => mayOpen(name, 'USER'))
    expect(open).toEqual(['profile'])
  })
})

describe('the home', () => {
  it.each(roles)('of a %s is a screen that they may open', (role) => {
    const home = homeOf({ role, userType: 'WATCH' })
    const screen = (Object.keys(screens) as ScreenName[]).find((name) => screens[name].to === home)
    expect(screen && mayOpen(screen, role)).toBe(true)
  })

  it('leads the bell of an owner to their own notifications and of a nurse to the staff’s', () => {
    expect(notificationsOf('OWNER')).toBe('/user/notifications')
    expect(notificationsOf('SUPERVISOR')).toBe('/admin/notifications')
  })
})
