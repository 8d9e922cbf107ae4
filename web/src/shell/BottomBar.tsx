import { UnstyledButton } from '@mantine/core'
import { IconMenu2 } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useAtomValue } from 'jotai'
import { FormattedMessage, FormattedNumber, useIntl } from 'react-intl'
import { waitingAtom } from '../live/notifications.ts'
import { userAtom } from '../session/session.ts'
import styles from './BottomBar.module.css'
import { lineTarget } from './line-target.ts'
import { icons } from './menu-icons.ts'
import { barOf } from './navigation.ts'
import { useKeyboardOpen } from './use-keyboard-open.ts'

/** More than this does not fit on a thumb. */
const MOST = 99

/** How many incidents nobody has answered; read out as part of what one presses. */
function Waiting() {
  const intl = useIntl()
  const n = useAtomValue(waitingAtom)
  if (n === 0) return null
  return (
    <span className={styles['badge']}>
      <span aria-hidden>
        <FormattedNumber value={Math.min(n, MOST)} />
        {n > MOST ? '+' : null}
      </span>
      <span className={styles['heard']}>{intl.formatMessage({ id: 'bar.waiting' }, { n })}</span>
    </span>
  )
}

type Drawer = { opened: boolean; toggle: () => void }

/** What a family reaches with one thumb on a phone; the rest of the menu is behind the last of it. */
export function BottomBar({ drawer }: { drawer: Drawer }) {
  const intl = useIntl()
  const user = useAtomValue(userAtom)
  const isTyping = useKeyboardOpen()
  const lines = user ? barOf(user) : []
  if (!user || lines.length === 0 || isTyping) return null
  return (
    <nav className={styles['bar']} data-bottom-bar aria-label={intl.formatMessage({ id: 'bar.label' })}>
      {lines.map((line) => {
        const Icon = icons[line.name]
        return (
          <Link key={line.name} {...lineTarget(line, user)} className={styles['place']}>
            <Icon size={24} stroke={1.75} aria-hidden />
            <FormattedMessage id={`bar.${line.name}`} />
            {line.name === 'ownNotifications' ? <Waiting /> : null}
          </Link>
        )
      })}
      <UnstyledButton
        className={styles['place']}
        aria-haspopup="dialog"
        aria-expanded={drawer.opened}
        onClick={drawer.toggle}
      >
        <IconMenu2 size={24} stroke={1.75} aria-hidden />
        <FormattedMessage id="bar.more" />
      </UnstyledButton>
    </nav>
  )
}
