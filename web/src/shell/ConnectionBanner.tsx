import { IconPlugConnectedX } from '@tabler/icons-react'
import { useAtomValue } from 'jotai'
import { FormattedMessage } from 'react-intl'
import { lastKnownSinceAtom } from '../http/last-known.ts'
import { isDownAtom, liveStateAtom } from '../live/live-state.ts'
import { Age } from '../ui/figures/Age.tsx'
import { Clock } from '../ui/figures/Clock.tsx'
import styles from './ConnectionBanner.module.css'

/** Nobody may take an old screen for a calm one. */
export function ConnectionBanner() {
  const isDown = useAtomValue(isDownAtom)
  const { since } = useAtomValue(liveStateAtom)
  const known = useAtomValue(lastKnownSinceAtom)
  if (!isDown && !known) return null
  return (
    <div className={styles['banner']} role="alert" data-testid="connection-banner">
      <IconPlugConnectedX size={20} aria-hidden />
      <span>
        <b>
          <FormattedMessage id={known ? 'connection.offline' : 'connection.down'} />
        </b>{' '}
        {known ? (
          <FormattedMessage
            id="connection.lastKnown"
            values={{ age: <Age key="age" at={known} />, time: <Clock key="time" at={known} /> }}
          />
        ) : (
          <FormattedMessage id="connection.since" values={{ time: <Clock key="time" at={since} /> }} />
        )}
      </span>
    </div>
  )
}
