import { useAtomValue } from 'jotai'
import { FormattedMessage } from 'react-intl'
import { userAtom } from '../session/session.ts'
import type { Ground } from './map.ts'
import styles from './MapView.module.css'

/** Why there are no streets: whoever can put them there hears how, everybody else that they are not there yet. */
export function GroundNote({ ground }: { ground: Exclude<Ground, 'streets'> }) {
  const isAdmin = useAtomValue(userAtom)?.role === 'ADMIN'
  return (
    <div className={styles['ground']} role={ground === 'unreachable' ? 'alert' : undefined}>
      {ground === 'shipped' && isAdmin ? (
        <FormattedMessage
          id="map.shippedAdmin"
          values={{
            command: (
              <code key="command" dir="ltr">
                npx --yes pnpm@12 admin map add
              </code>
            ),
          }}
        />
      ) : (
        <FormattedMessage id={`map.${ground}`} />
      )}
    </div>
  )
}
