import { Menu, type MenuItemProps, useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import {
  IconArrowsExchange,
  IconBrandTelegram,
  IconHelpCircle,
  IconKey,
  IconBulb,
  IconLanguage,
  IconLogout,
  IconMail,
  IconMoonStars,
  IconSun,
  IconTextSize,
  IconUser,
  IconVolume,
  IconVolumeOff,
} from '@tabler/icons-react'
import type { CurrentUser } from '@carewatch/contracts/http/auth'
import type { Role } from '@carewatch/contracts/roles'
import { createLink } from '@tanstack/react-router'
import { useAtom, useAtomValue } from 'jotai'
import type { ComponentPropsWithRef } from 'react'
import { FormattedMessage } from 'react-intl'
import { openDialog } from '../dialogs/open.ts'
import { attempt } from '../feedback/attempt.ts'
import { companiesAtom, hereAtom } from '../companies/companies.ts'
import { signOut, userAtom } from '../session/session.ts'
import { choose, CompanyName, SwitchTo, Waiting } from './CompanyBar.tsx'
import { type OpenedProps, useOpenAtOnce } from '../ui/controls/OpensLater.tsx'
import { mayOpen } from './navigation.ts'
import { fontSizeAtom, soundAtom } from '../preferences/preferences.ts'
import { tipsAtom } from './tips.ts'
import styles from './UserMenu.module.css'

type MenuLinkProps = MenuItemProps & Omit<ComponentPropsWithRef<'a'>, keyof MenuItemProps>
/** Where the bar has no room for what stands in it on wider screens. */
const NARROW = '(max-width: 36em)'

const MenuLink = createLink((props: MenuLinkProps) => <Menu.Item component="a" {...props} />)

function SoundItem() {
  const [sound, setSound] = useAtom(soundAtom)
  const isOn = sound === 'on'
  return (
    <Menu.Item
      role="menuitemcheckbox"
      aria-checked={isOn}
      closeMenuOnClick={false}
      leftSection={isOn ? <IconVolume size={20} aria-hidden /> : <IconVolumeOff size={20} aria-hidden />}
      onClick={() => setSound(isOn ? 'off' : 'on')}
    >
      <FormattedMessage id={isOn ? 'sound.on' : 'sound.off'} />
    </Menu.Item>
  )
}

function FontSizeItem() {
  const [size, setSize] = useAtom(fontSizeAtom)
  return (
    <Menu.Item
      leftSection={<IconTextSize size={20} aria-hidden />}
      onClick={() => setSize(size === 'large' ? 'small' : 'large')}
    >
      <FormattedMessage id={size === 'large' ? 'shell.smallText' : 'shell.largeText'} />
    </Menu.Item>
  )
}

function SchemeItem() {
  const isDark = useComputedColorScheme('light') === 'dark'
  const { setColorScheme } = useMantineColorScheme()
  return (
    <Menu.Item
      leftSection={isDark ? <IconSun size={20} aria-hidden /> : <IconMoonStars size={20} aria-hidden />}
      onClick={() => setColorScheme(isDark ? 'light' : 'dark')}
    >
      <FormattedMessage id={isDark ? 'shell.light' : 'shell.dark'} />
    </Menu.Item>
  )
}

/** Brings the tips back to who dismissed them. */
function TipsItem({ role }: { role: Role }) {
  const [tips, show] = useAtom(tipsAtom)
  if (tips === 'shown' || !mayOpen('summary', role)) return null
  return (
    <MenuLink
      to="/user/dashboard"
      leftSection={<IconBulb size={20} aria-hidden />}
      onClick={() => show('shown')}
    >
      <FormattedMessage id="tips.show" />
    </MenuLink>
  )
}

/** What rings, what to press and what happens then: by F1 too. */
function GuideItem({ role }: { role: Role }) {
  if (!mayOpen('guide', role)) return null
  return (
    <MenuLink to="/user/guide" leftSection={<IconHelpCircle size={20} aria-hidden />}>
      <FormattedMessage id="menu.guide" />
    </MenuLink>
  )
}

function Who({ user: { firstName, lastName, role } }: { user: CurrentUser }) {
  const here = useAtomValue(hereAtom)
  return (
    <div className={styles['who']}>
      <b>{`${firstName} ${lastName}`}</b>
      <FormattedMessage id={`role.${role}`} />
      {here ? (
        <span>
          <CompanyName {...here} />
        </span>
      ) : null}
    </div>
  )
}

/** Where one may go on instead of here. */
function CompanyItems() {
  const companies = useAtomValue(companiesAtom)
  const others = companies.filter(({ isThis }) => !isThis)
  if (others.length === 0) return null
  return (
    <>
      <Menu.Divider />
      {others.map((other) => (
        <Menu.Item
          key={other.accountUuid}
          leftSection={<IconArrowsExchange size={20} aria-hidden />}
          rightSection={<Waiting {...other} />}
          onClick={() => void choose(other)}
        >
          <SwitchTo {...other} />
        </Menu.Item>
      ))}
    </>
  )
}

export function UserMenuList({ button }: OpenedProps) {
  const user = useAtomValue(userAtom)
  // Left out, not hidden: the arrow keys do not get past a line that is hidden.
  const isNarrow = useMediaQuery(NARROW, undefined, { getInitialValueInEffect: false }) ?? false
  const { target, opened, list } = useOpenAtOnce()
  if (!user) return null
  return (
    <Menu opened={opened} onChange={list.set} position="bottom-end" width={264}>
      <Menu.Target>{button({ ref: target, onClick: list.toggle })}</Menu.Target>
      <Menu.Dropdown className={styles['menu']}>
        <Who user={user} />
        <CompanyItems />
        <Menu.Divider />
        <MenuLink
          to="/user/detail/$uuid"
          params={{ uuid: 'currentUser' }}
          leftSection={<IconUser size={20} aria-hidden />}
        >
          <FormattedMessage id="menu.profile" />
        </MenuLink>
        <MenuLink to="/user/invitations" leftSection={<IconMail size={20} aria-hidden />}>
          <FormattedMessage id="menu.invitations" />
        </MenuLink>
        <MenuLink to="/user/telegram" leftSection={<IconBrandTelegram size={20} aria-hidden />}>
          <FormattedMessage id="menu.telegram" />
        </MenuLink>
        <Menu.Item
          leftSection={<IconKey size={20} aria-hidden />}
          onClick={() => openDialog('changePassword')}
        >
          <FormattedMessage id="password.change" />
        </Menu.Item>
        <Menu.Item
          leftSection={<IconLanguage size={20} aria-hidden />}
          onClick={() => openDialog('changeLanguage')}
        >
          <FormattedMessage id="language.title" />
        </Menu.Item>
        <SoundItem />
        {isNarrow ? (
          <>
            <FontSizeItem />
            <SchemeItem />
          </>
        ) : null}
        <TipsItem role={user.role} />
        <GuideItem role={user.role} />
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={20} aria-hidden />} onClick={() => void attempt(signOut)}>
          <FormattedMessage id="shell.logout" />
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
