import { ActionIcon } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { useAtomValue } from 'jotai'
import { useIntl } from 'react-intl'
import { waitingAtom } from '../live/notifications.ts'
import { userAtom } from '../session/session.ts'
import { OpensLater } from '../ui/controls/OpensLater.tsx'
import { later } from '../ui/later.ts'
import styles from './Bell.module.css'

const list = later(async () => (await import('./afterwards.ts')).BellList)

export function Bell() {
  const intl = useIntl()
  const user = useAtomValue(userAtom)
  const open = useAtomValue(waitingAtom)
  if (!user || user.role === 'USER') return null
  return (
    <OpensLater
      list={list}
      opens="dialog"
      button={(props) => (
        <ActionIcon
          {...props}
          className={styles['bell']}
          aria-label={intl.formatMessage({ id: 'bell.label' }, { n: open })}
        >
          <IconBell size={22} stroke={1.75} aria-hidden />
          {open > 0 ? (
            <span className={styles['badge']} data-testid="notification-badge">
              {open}
            </span>
          ) : null}
        </ActionIcon>
      )}
    />
  )
}
