import {
  IconBell,
  IconChecklist,
  IconDeviceHeartMonitor,
  IconDeviceWatch,
  IconHeartbeat,
  IconLayoutDashboard,
  IconUser,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useAtomValue } from 'jotai'
import { FormattedMessage } from 'react-intl'
import { userAtom } from '../session/session.ts'
import { menuOf, type ScreenName, screens } from './navigation.ts'
import styles from './SideMenu.module.css'

const icons: Record<ScreenName, typeof IconBell> = {
  dashboard: IconLayoutDashboard,
  overview: IconHeartbeat,
  monitoring: IconDeviceHeartMonitor,
  ownNotifications: IconBell,
  ownDevices: IconDeviceWatch,
  profile: IconUser,
  notifications: IconBell,
  tasks: IconChecklist,
  devices: IconDeviceWatch,
}

export function SideMenu({ onPick }: { onPick?: () => void }) {
  const user = useAtomValue(userAtom)
  if (!user) return null
  return menuOf(user.role).map(({ group, names }) => (
    <section key={group} className={styles['group']} aria-labelledby={`menu-${group}`}>
      <h2 id={`menu-${group}`} className={styles['title']}>
        <FormattedMessage id={`menu.group.${group}`} />
      </h2>
      {names.map((name) => {
        const Icon = icons[name]
        return (
          <Link
            key={name}
            to={screens[name].to}
            params={{ uuid: 'currentUser' }}
            className={styles['item']}
            activeOptions={{ includeSearch: false }}
            {...(onPick && { onClick: onPick })}
          >
            <Icon size={20} stroke={1.75} aria-hidden />
            <FormattedMessage id={`menu.${name}`} />
          </Link>
        )
      })}
    </section>
  ))
}
