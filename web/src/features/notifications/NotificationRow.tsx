import type { Notification } from '@carewatch/contracts/notifications'
import { IconCircleCheck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import clsx from 'clsx'
import { FormattedMessage, useIntl } from 'react-intl'
import { alarmText } from '../../i18n/alarm-text.ts'
import { AcknowledgeButton } from '../../ui/AcknowledgeButton.tsx'
import { Age } from '../../ui/Age.tsx'
import { Clock } from '../../ui/Clock.tsx'
import { SeverityIcon, SeverityMark } from '../../ui/SeverityMark.tsx'
import { placeName } from '../../ui/place-name.ts'
import styles from './NotificationRow.module.css'

function Acknowledged({ by, at }: { by: string | null; at: Date | null }) {
  return (
    <p className={styles['acknowledged']}>
      <IconCircleCheck size={18} aria-hidden />
      <span>
        <FormattedMessage
          id="notifications.acknowledgedBy"
          values={{ name: <bdi key="by">{by ?? '—'}</bdi> }}
        />
        {at ? (
          <>
            {' · '}
            <Clock at={at} />
          </>
        ) : null}
      </span>
    </p>
  )
}

const showSelected = (row: HTMLLIElement | null): void => row?.scrollIntoView({ block: 'center' })

export function NotificationRow({
  notification,
  selected,
}: {
  notification: Notification
  selected: boolean
}) {
  const intl = useIntl()
  const { severity, deviceUuid, lastAt, acknowledged, active, count } = notification
  return (
    <li
      className={styles['row']}
      data-testid="alarm-row"
      data-severity={severity}
      data-acknowledged={acknowledged}
      aria-current={selected}
      {...(selected && { ref: showSelected })}
    >
      <SeverityIcon severity={severity} size={30} />
      <div className={styles['what']}>
        <Link
          to="/user/monitoring"
          search={{ device: deviceUuid ?? undefined }}
          className={clsx('tap', styles['who'])}
        >
          {placeName(notification)}
        </Link>
        <p>{alarmText(intl, notification)}</p>
        <p className={styles['facts']}>
          <SeverityMark severity={severity} />
          <Age at={lastAt} />
          {count > 1 ? (
            <span>
              <FormattedMessage id="notifications.count" values={{ n: count }} />
            </span>
          ) : null}
          <span>
            <FormattedMessage id={active ? 'notifications.stillOpen' : 'notifications.over'} />
          </span>
        </p>
      </div>
      {acknowledged ? (
        <Acknowledged by={notification.acknowledgedBy} at={notification.acknowledgedAt} />
      ) : (
        <AcknowledgeButton notification={notification} />
      )}
    </li>
  )
}
