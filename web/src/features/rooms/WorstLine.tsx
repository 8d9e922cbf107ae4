import { FormattedMessage, useIntl } from 'react-intl'
import { alarmText } from '../../i18n/alarm-text.ts'
import { Age } from '../../ui/figures/Age.tsx'
import { Clock } from '../../ui/figures/Clock.tsx'
import { useNow } from '../../ui/figures/now.ts'
import type { WallAlarm } from './room-state.ts'
import styles from './RoomTile.module.css'
import { dottedInitials } from '../../ui/people/dotted-initials.ts'
import { privacyAtom } from '../../preferences/wall-names.ts'
import { useAtomValue } from 'jotai'

/** The gravest thing in the room, how long it stands, and whether somebody is at it. */
export function WorstLine({ alarms }: { alarms: readonly WallAlarm[] }) {
  const intl = useIntl()
  const now = useNow()
  const privacy = useAtomValue(privacyAtom)
  const [worst, ...others] = alarms
  if (!worst) return null
  const { message, notification, openedAt, acknowledged, acknowledgedBy, snoozedUntil } = worst
  const name = notification?.wearer?.name
  const who = name && privacy === 'initials' ? dottedInitials(name) : name
  return (
    <div className={styles['worst']}>
      <b>
        {who ? (
          <>
            <bdi>{who}</bdi>:{' '}
          </>
        ) : null}
        {notification ? alarmText(intl, notification) : message}
      </b>{' '}
      <Age at={openedAt} />
      {others.length > 0 ? (
        <small>
          <FormattedMessage id="rooms.moreAlarms" values={{ n: others.length }} />
        </small>
      ) : null}
      {acknowledged ? (
        <small>
          {acknowledgedBy ? (
            <FormattedMessage
              id="notifications.acknowledgedBy"
              values={{ name: <bdi key="by">{acknowledgedBy}</bdi> }}
            />
          ) : (
            <FormattedMessage id="rooms.acknowledged" />
          )}
        </small>
      ) : null}
      {snoozedUntil && snoozedUntil > now ? (
        <small>
          <FormattedMessage id="rooms.snoozed" values={{ until: <Clock key="until" at={snoozedUntil} /> }} />
        </small>
      ) : null}
    </div>
  )
}
