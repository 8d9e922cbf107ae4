import { commentAlarm } from '@carewatch/contracts/http/alarms'
import type { Incident } from '@carewatch/contracts/incidents'
import type { Notification } from '@carewatch/contracts/notifications'
import { Button } from '@mantine/core'
import { useMergedRef } from '@mantine/hooks'
import { IconCircleCheck } from '@tabler/icons-react'
import clsx from 'clsx'
import { useEffect, useRef } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { openDialog } from '../../dialogs/open.ts'
import { useReceipt } from '../../live/use-receipt.ts'
import { useMay } from '../../session/may.ts'
import { IncidentText } from '../../ui/alarms/IncidentText.tsx'
import { BedsideButton } from '../../ui/alarms/BedsideButton.tsx'
import { AcknowledgeButton } from '../../ui/alarms/AcknowledgeButton.tsx'
import { Age } from '../../ui/figures/Age.tsx'
import { Clock } from '../../ui/figures/Clock.tsx'
import { NextCall } from '../../ui/alarms/NextCall.tsx'
import { PutOff } from '../../ui/alarms/PutOff.tsx'
import { SeverityIcon, SeverityMark } from '../../ui/alarms/SeverityMark.tsx'
import { placeName } from '../../ui/people/place-name.ts'
import styles from './NotificationRow.module.css'
import { WhoLink } from '../../ui/people/WhoLink.tsx'
import { PortraitOf } from '../../ui/people/Portrait.tsx'

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

function HowItStands({ incident }: { incident: Incident<Notification> }) {
  const { severity, lastAt, count, snoozedUntil } = incident.first
  return (
    <p className={styles['facts']}>
      <SeverityMark severity={severity} />
      <Age at={lastAt} />
      {count > 1 ? (
        <span>
          <FormattedMessage id="notifications.count" values={{ n: count }} />
        </span>
      ) : null}
      <PutOff until={snoozedUntil} />
      <NextCall incident={incident} />
      <span>
        <FormattedMessage id={incident.active ? 'notifications.stillOpen' : 'notifications.over'} />
      </span>
    </p>
  )
}

/** Everything that happened to the alarm, and what can be done with it. */
function DetailsButton({ incident }: { incident: Incident<Notification> }) {
  const intl = useIntl()
  const may = useMay()
  const { first: notification } = incident
  if (!notification.alarmUuid || !may(commentAlarm)) return null
  return (
    <Button
      variant="default"
      h={44}
      aria-label={intl.formatMessage({ id: 'alarms.openOf' }, { name: placeName(notification) })}
      onClick={() => openDialog('alarm', { uuid: incident.uuid, notifications: incident.all })}
    >
      <FormattedMessage id="alarms.details" />
    </Button>
  )
}

/** The row that was asked for is moved into view. */
function useSelected(isSelected: boolean) {
  const row = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (isSelected) row.current?.scrollIntoView({ block: 'center' })
  }, [isSelected])
  return row
}

type Props = { incident: Incident<Notification>; selected: boolean }

export function NotificationRow({ incident, selected }: Props) {
  const { first: notification, all, acknowledged } = incident
  const { severity } = notification
  const { ref, ...receipt } = useReceipt(all)
  const row = useSelected(selected)
  const both = useMergedRef(row, ref)
  return (
    <li
      {...receipt}
      ref={both}
      className={styles['row']}
      data-testid="alarm-row"
      data-severity={severity}
      data-acknowledged={acknowledged}
      aria-current={selected}
    >
      <SeverityIcon severity={severity} size={30} />
      <PortraitOf wearer={notification.wearer} size="row" />
      <div className={styles['what']}>
        <WhoLink notification={notification} className={clsx('tap', styles['who'])} />
        <p>
          <IncidentText incident={incident} />
        </p>
        <HowItStands incident={incident} />
      </div>
      {acknowledged ? (
        <div className={styles['taken']}>
          <Acknowledged by={notification.acknowledgedBy} at={notification.acknowledgedAt} />
          <BedsideButton incident={incident} />
        </div>
      ) : (
        <AcknowledgeButton incident={incident} />
      )}
      <DetailsButton incident={incident} />
    </li>
  )
}
