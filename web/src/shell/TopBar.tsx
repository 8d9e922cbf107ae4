import { ActionIcon, Burger, useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { IconMoonStars, IconSun, IconTextSize } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useAtom } from 'jotai'
import { useIntl } from 'react-intl'
import { Bell } from './Bell.tsx'
import { Logo } from './Logo.tsx'
import { fontSizeAtom } from './preferences.ts'
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

export function TopBar({ menuOpened, onMenu }: { menuOpened: boolean; onMenu: () => void }) {
  const intl = useIntl()
  return (
    <header className={styles['bar']}>
      <Burger
        hiddenFrom="md"
        opened={menuOpened}
        onClick={onMenu}
        size="sm"
        aria-label={intl.formatMessage({ id: 'shell.menu' })}
        className={styles['burger']}
      />
      <Link to="/" className={styles['logo']} aria-label={intl.formatMessage({ id: 'shell.home' })}>
        <Logo />
      </Link>
      <div className={styles['tools']}>
        <SoundChip />
        <FontSizeToggle />
        <SchemeToggle />
        <Bell />
        <UserMenu />
      </div>
    </header>
  )
}
