import type { CurrentUser } from '@carewatch/contracts/http/auth'
import { Link } from '@tanstack/react-router'
import { useAtomValue } from 'jotai'
import { FormattedMessage } from 'react-intl'
import { userAtom } from '../session/session.ts'
import { icons } from './menu-icons.ts'
import { type MenuLine, menuOf, screens } from './navigation.ts'
import styles from './SideMenu.module.css'

const uuidOf = ({ own }: MenuLine, user: CurrentUser): string =>
  (own === 'company' ? user.companyUuid : own === 'branch' ? user.branchUuid : null) ?? 'currentUser'

function Item({
  line,
  user,
  onPick,
}: {
  line: MenuLine
  user: CurrentUser
  onPick?: (() => void) | undefined
}) {
  const { name, screen, filterKey, search } = line
  const Icon = icons[name]
  return (
    <Link
      to={screens[screen].to}
      params={{ uuid: uuidOf(line, user), filterKey }}
      search={search ?? {}}
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
  return menuOf(user).map(({ group, lines }) => (
    <section key={group} className={styles['group']} aria-labelledby={`menu-${group}`}>
      <h2 id={`menu-${group}`} className={styles['title']}>
        <FormattedMessage id={`menu.group.${group}`} />
      </h2>
      {lines.map((line) => (
        <Item key={line.name} line={line} user={user} onPick={onPick} />
      ))}
    </section>
  ))
}
