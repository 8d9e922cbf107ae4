import type { CurrentUser } from '@carewatch/contracts/http/auth'
import { Title } from '@mantine/core'
import { IconBellRinging, IconCircleCheck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useAtomValue } from 'jotai'
import { FormattedMessage } from 'react-intl'
import { waitingAtom } from '../../live/notifications.ts'
import { icons } from '../../shell/menu-icons.ts'
import { type MenuGroup, menuOf, notificationsOf, screens } from '../../shell/navigation.ts'
import { Page } from '../../ui/page/Page.tsx'
import styles from './StartPage.module.css'

function OpenAlarms({ user }: { user: CurrentUser }) {
  const n = useAtomValue(waitingAtom)
  const Icon = n > 0 ? IconBellRinging : IconCircleCheck
  return (
    <Link to={notificationsOf(user.role)} className={styles['alarms']} data-open={n > 0}>
      <Icon size={32} stroke={1.5} aria-hidden />
      <b>
        <FormattedMessage id="home.openAlarms" values={{ n }} />
      </b>
    </Link>
  )
}

function Group({ group, lines, user }: MenuGroup & { user: CurrentUser }) {
  const uuids = { company: user.companyUuid, branch: user.branchUuid, user: null }
  return (
    <div>
      <Title order={2} mb="sm">
        <FormattedMessage id={`menu.group.${group}`} />
      </Title>
      <ul className={styles['cards']}>
        {lines.map(({ name, screen, own, filterKey, search }) => {
          const Icon = icons[name]
          return (
            <li key={name}>
              <Link
                to={screens[screen].to}
                params={{ uuid: (own && uuids[own]) ?? 'currentUser', filterKey }}
                search={search ?? {}}
                className={styles['card']}
              >
                <Icon size={28} stroke={1.5} aria-hidden />
                <FormattedMessage id={`menu.${name}`} />
              </Link>
            </li>
          )
        })}
      </ul>
    </div>
  )
}

export function StartPage({ user }: { user: CurrentUser }) {
  return (
    <Page title="page.home">
      <OpenAlarms user={user} />
      {menuOf(user).map((group) => (
        <Group key={group.group} {...group} user={user} />
      ))}
    </Page>
  )
}
