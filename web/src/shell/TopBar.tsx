import { ActionIcon, Burger, useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { IconMoonStars, IconSun, IconTextSize } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useAtom, useAtomValue } from 'jotai'
import { FormattedMessage, useIntl } from 'react-intl'
import { userAtom } from '../session/session.ts'
import { LinkButton } from '../ui/controls/LinkButton.tsx'
import { Bell } from './Bell.tsx'
import { Search } from './Search.tsx'
import { homeOf } from './homes.ts'
import { LanguageButton } from './LanguageButton.tsx'
import { Logo } from './Logo.tsx'
import { barOf, maySearch } from './navigation.ts'
import { fontSizeAtom } from '../preferences/preferences.ts'
import { SoundChip } from './SoundChip.tsx'
import styles from './TopBar.module.css'
import { UserMenu } from './UserMenu.tsx'

function FontSizeToggle() {
  const intl = useIntl()
  const [size, setSize] = useAtom(fontSizeAtom)
  return (
    <ActionIcon
      className={styles['wide']}
      aria-label={intl.formatMessage({ id: 'shell.fontSize' })}
      aria-pressed={size === 'large'}
      onClick={() => setSize(size === 'large' ? 'small' : 'large')}
    >
      <IconTextSize size={22} stroke={1.75} aria-hidden />
    </ActionIcon>
  )
}

function SchemeToggle() {
  const intl = useIntl()
  const scheme = useComputedColorScheme('light')
  const { setColorScheme } = useMantineColorScheme()
  const isDark = scheme === 'dark'
  return (
    <ActionIcon
      className={styles['wide']}
      aria-label={intl.formatMessage({ id: isDark ? 'shell.light' : 'shell.dark' })}
      onClick={() => setColorScheme(isDark ? 'light' : 'dark')}
    >
      {isDark ? (
        <IconSun size={22} stroke={1.75} aria-hidden />
      ) : (
        <IconMoonStars size={22} stroke={1.75} aria-hidden />
      )}
    </ActionIcon>
  )
}

type Drawer = { opened: boolean; toggle: () => void }

export function TopBar({ drawer }: { drawer?: Drawer }) {
  const intl = useIntl()
  const user = useAtomValue(userAtom)
  const home = user ? homeOf(user) : '/'
  const hasBar = user !== null && barOf(user).length > 0
  const searches = user !== null && maySearch(user.role)
  return (
    <header className={styles['bar']} data-searches={searches}>
      {drawer && !hasBar ? (
        <Burger
          hiddenFrom="md"
          opened={drawer.opened}
          onClick={drawer.toggle}
          size="sm"
          aria-label={intl.formatMessage({ id: 'shell.menu' })}
          className={styles['burger']}
        />
      ) : null}
      <Link
        to={home}
        params={{ uuid: 'currentUser' }}
        className={styles['logo']}
        aria-label={intl.formatMessage({ id: 'shell.home' })}
      >
        <Logo />
      </Link>
      {searches ? <Search /> : null}
      <div className={styles['tools']}>
        {user ? <SoundChip /> : null}
        <FontSizeToggle />
        <SchemeToggle />
        {user ? (
          <>
            <Bell />
            <UserMenu />
          </>
        ) : (
          <>
            <LanguageButton />
            <LinkButton to="/auth/login" variant="light">
              <FormattedMessage id="shell.login" />
            </LinkButton>
          </>
        )}
      </div>
    </header>
  )
}
