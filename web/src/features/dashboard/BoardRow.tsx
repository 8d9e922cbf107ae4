import type { Notification } from '@carewatch/contracts/notifications'
import { Link } from '@tanstack/react-router'
import { FormattedMessage } from 'react-intl'
import { AlarmText } from '../../ui/alarms/AlarmText.tsx'
import { AcknowledgeButton } from '../../ui/alarms/AcknowledgeButton.tsx'
import { Age } from '../../ui/figures/Age.tsx'
import { PutOff } from '../../ui/alarms/PutOff.tsx'
import { SeverityIcon, SeverityMark } from '../../ui/alarms/SeverityMark.tsx'
import { placeName } from '../../ui/people/place-name.ts'
import styles from './BoardRow.module.css'
import { Who } from '../../ui/people/Who.tsx'
import { PortraitOf } from '../../ui/people/Portrait.tsx'

export function BoardRow({ notification }: { notification: Notification }) {
  const { severity, deviceUuid, lastAt, acknowledged, acknowledgedBy, active, snoozedUntil } = notification
  return (
    <li
      className={styles['row']}
      data-severity={severity}
      data-acknowledged={acknowledged}
      data-testid="alarm-row"
    >
      <SeverityIcon severity={severity} size={acknowledged ? 28 : 40} />
      <PortraitOf wearer={notification.wearer} size="row" />
      <div className={styles['what']}>
        {notification.wearer && deviceUuid === null ? (
          <span className={styles['name']}>
            <Who wearer={notification.wearer} name={placeName(notification)} />
          </span>
        ) : (
          <Link className="tap" to="/user/overview" search={{ device: deviceUuid ?? undefined }}>
            <Who wearer={notification.wearer} name={placeName(notification)} />
          </Link>
        )}
        <p>
          <AlarmText alarm={notification} />
        </p>
      </div>
      <div className={styles['when']}>
        <SeverityMark severity={severity} />
        <Age at={lastAt} />
        <PutOff until={snoozedUntil} />
        {active ? null : (
          <span>
            <FormattedMessage id="notifications.over" />
          </span>
        )}
      </div>
      {acknowledged ? (
        <p className={styles['by']}>
          <FormattedMessage
            id="notifications.acknowledgedBy"
            values={{ name: <bdi key="by">{acknowledgedBy ?? '—'}</bdi> }}
          />
        </p>
      ) : (
        <AcknowledgeButton notification={notification} />
      )}
    </li>
  )
}
