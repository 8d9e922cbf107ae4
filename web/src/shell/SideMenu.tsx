import type { CurrentUser } from '@carewatch/contracts/http/auth'
import { IconHelpCircle } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useAtomValue } from 'jotai'
import { FormattedMessage } from 'react-intl'
import { userAtom } from '../session/session.ts'
import { lineTarget } from './line-target.ts'
import { icons } from './menu-icons.ts'
import { type MenuLine, mayOpen, menuOf } from './navigation.ts'
import styles from './SideMenu.module.css'

function Item({
  line,
  user,
  onPick,
}: {
  line: MenuLine
  user: CurrentUser
  onPick?: (() => void) | undefined
}) {
  const { name, screen, search } = line
  const Icon = icons[name]
  return (
    <Link
      {...lineTarget(line, user)}
      className={styles['item']}
      activeOptions={{ exact: true, includeSearch: search !== undefined || screen in withTypes }}
      {...(onPick && { onClick: onPick })}
    >
      <Icon size={20} stroke={1.75} aria-hidden />
      <FormattedMessage id={`menu.${name}`} />
    </Link>
  )
}

/** Screens with several lines that differ by their search alone. */
const withTypes = { products: true, articles: true }

export function SideMenu({ onPick }: { onPick?: () => void }) {
  const user = useAtomValue(userAtom)
  if (!user) return null
  return (
    <>
      {menuOf(user).map(({ group, lines }) => (
        <section key={group} className={styles['group']} aria-labelledby={`menu-${group}`}>
          <h2 id={`menu-${group}`} className={styles['title']}>
            <FormattedMessage id={`menu.group.${group}`} />
          </h2>
          {lines.map((line) => (
            <Item key={line.name} line={line} user={user} onPick={onPick} />
          ))}
        </section>
      ))}
      {mayOpen('guide', user.role) ? (
        <Link to="/user/guide" className={styles['item']} {...(onPick && { onClick: onPick })}>
          <IconHelpCircle size={20} stroke={1.75} aria-hidden />
          <FormattedMessage id="menu.guide" />
        </Link>
      ) : null}
    </>
  )
}
