import type { Role } from '@carewatch/contracts/roles'
import { mayOpen, type ScreenName, screens } from '../../shell/navigation.ts'
import type { TipName } from '../../shell/tips.ts'

const MOST = 5

type Tip = { name: TipName; screen: ScreenName; to: (typeof screens)[ScreenName]['to'] | '/user/report' }

const tip = (name: TipName, screen: ScreenName): Tip => ({ name, screen, to: screens[screen].to })

const all: readonly Tip[] = [
  tip('tasks', 'tasks'),
  tip('alarms', 'notifications'),
  tip('devices', 'devices'),
  tip('graphs', 'monitoring'),
  tip('location', 'location'),
  tip('limits', 'settings'),
  { name: 'report', screen: 'monitoring', to: '/user/report' },
  tip('telegram', 'telegram'),
]

/** What this role can do here first: at most five things. */
export const tipsOf = (role: Role): Tip[] => all.filter(({ screen }) => mayOpen(screen, role)).slice(0, MOST)
