import type { Incident } from '@carewatch/contracts/incidents'
import type { Notification } from '@carewatch/contracts/notifications'
import { FormattedMessage } from 'react-intl'
import { useReceipt } from '../../live/use-receipt.ts'
import { IncidentText } from '../../ui/alarms/IncidentText.tsx'
import { AcknowledgeButton } from '../../ui/alarms/AcknowledgeButton.tsx'
import { BedsideButton } from '../../ui/alarms/BedsideButton.tsx'
import { Age } from '../../ui/figures/Age.tsx'
import { NextCall } from '../../ui/alarms/NextCall.tsx'
import { OpenIncident } from './OpenIncident.tsx'
import { PutOff } from '../../ui/alarms/PutOff.tsx'
import { SeverityIcon, SeverityMark } from '../../ui/alarms/SeverityMark.tsx'
import styles from './BoardRow.module.css'
import { WhoLink } from '../../ui/people/WhoLink.tsx'
import { PortraitOf } from '../../ui/people/Portrait.tsx'

export function BoardRow({ incident }: { incident: Incident<Notification> }) {
  const { first: notification, all, acknowledged, active } = incident
  const { severity, lastAt, acknowledgedBy, snoozedUntil } = notification
  const receipt = useReceipt(all)
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
          <OpenIncident incident={incident}>
            <IncidentText incident={incident} />
          </OpenIncident>
        </p>
      </div>
      <div className={styles['when']}>
        <SeverityMark severity={severity} />
        <Age at={lastAt} />
        <PutOff until={snoozedUntil} />
        <NextCall incident={incident} />
        {active ? null : (
          <span>
            <FormattedMessage id="notifications.over" />
          </span>
        )}
      </div>
      {acknowledged ? (
        <div className={styles['by']}>
          <p>
            <FormattedMessage
              id="notifications.acknowledgedBy"
              values={{ name: <bdi key="by">{acknowledgedBy ?? '—'}</bdi> }}
            />
          </p>
          <BedsideButton incident={incident} />
        </div>
      ) : (
        <AcknowledgeButton incident={incident} />
      )}
    </li>
  )
}
