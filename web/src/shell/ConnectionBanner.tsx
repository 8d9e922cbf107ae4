import { IconPlugConnectedX } from '@tabler/icons-react'
import { useAtomValue } from 'jotai'
import { FormattedMessage } from 'react-intl'
import { isDownAtom, liveStateAtom } from '../live/live-state.ts'
import { Clock } from '../ui/Clock.tsx'
import styles from './ConnectionBanner.module.css'

/** Nobody may take an old screen for a calm one. */
export function ConnectionBanner() {
  const isDown = useAtomValue(isDownAtom)
  const { since } = useAtomValue(liveStateAtom)
  if (!isDown) return null
  return (
    <div className={styles['banner']} role="alert" data-testid="connection-banner">
      <IconPlugConnectedX size={20} aria-hidden />
      <span>
        <b>
          <FormattedMessage id="connection.down" />
        </b>{' '}
        <FormattedMessage id="connection.since" values={{ time: <Clock key="time" at={since} /> }} />
      </span>
    </div>
  )
}
