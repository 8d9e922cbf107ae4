import { type Incident, named } from '@carewatch/contracts/incidents'
import { useAtomValue } from 'jotai'
import { FormattedMessage, useIntl } from 'react-intl'
import { alarmText } from '../../i18n/alarm-text.ts'
import { privacyAtom } from '../../preferences/wall-names.ts'
import { Age } from '../../ui/figures/Age.tsx'
import { Clock } from '../../ui/figures/Clock.tsx'
import { useNow } from '../../ui/figures/now.ts'
import { dottedInitials } from '../../ui/people/dotted-initials.ts'
import type { WallAlarm } from './room-state.ts'
import styles from './RoomTile.module.css'

function useWho({ notification }: WallAlarm): string | undefined {
  const privacy = useAtomValue(privacyAtom)
  const name = notification?.wearer?.name
  return name && privacy === 'initials' ? dottedInitials(name) : name
}

/** Whose alarm it is, as the wall may say; of nobody, what it is. */
export function WhoOfAlarm({ alarm }: { alarm: WallAlarm }) {
  const intl = useIntl()
  const who = useWho(alarm)
  return <bdi>{who ?? (alarm.notification ? alarmText(intl, alarm.notification) : alarm.message)}</bdi>
}

/** What happened to somebody in the room, the gravest first, how long it stands, and whether somebody is at it. */
export function WorstLine({
  incident,
}: {
  incident: Incident<WallAlarm & { active: boolean; createdAt: Date }>
}) {
  const intl = useIntl()
  const now = useNow()
  const { openedAt, acknowledged, acknowledgedBy, snoozedUntil } = incident.first
  const who = useWho(incident.first)
  const what = named(incident).map(({ message, notification }) =>
    notification ? alarmText(intl, notification) : message,
  )
  return (
    <div className={styles['worst']}>
      <b>
        {who ? (
          <>
            <bdi>{who}</bdi>:{' '}
          </>
        ) : null}
        {what.join(' · ')}
      </b>{' '}
      <Age at={openedAt} />
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
