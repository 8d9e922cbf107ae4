import type { Notification } from '@carewatch/contracts/notifications'
import { FormattedMessage } from 'react-intl'
import { useReceipt } from '../../live/use-receipt.ts'
import { AlarmText } from '../../ui/alarms/AlarmText.tsx'
import { AcknowledgeButton } from '../../ui/alarms/AcknowledgeButton.tsx'
import { Age } from '../../ui/figures/Age.tsx'
import { PutOff } from '../../ui/alarms/PutOff.tsx'
import { SeverityIcon, SeverityMark } from '../../ui/alarms/SeverityMark.tsx'
import styles from './BoardRow.module.css'
import { WhoLink } from '../../ui/people/WhoLink.tsx'
import { PortraitOf } from '../../ui/people/Portrait.tsx'

export function BoardRow({ notification }: { notification: Notification }) {
  const { severity, lastAt, acknowledged, acknowledgedBy, active, snoozedUntil } = notification
  const receipt = useReceipt(notification)
  return (
    <li
      {...receipt}
      className={styles['row']}
      data-severity={severity}
      data-acknowledged={acknowledged}
      data-testid="alarm-row"
    >
      <SeverityIcon severity={severity} size={acknowledged ? 28 : 40} />
      <PortraitOf wearer={notification.wearer} size="row" />
      <div className={styles['what']}>
        <WhoLink notification={notification} className="tap" />
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
