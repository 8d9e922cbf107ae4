import { commentAlarm } from '@carewatch/contracts/http/alarms'
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
import { AlarmText } from '../../ui/alarms/AlarmText.tsx'
import { AcknowledgeButton } from '../../ui/alarms/AcknowledgeButton.tsx'
import { Age } from '../../ui/figures/Age.tsx'
import { Clock } from '../../ui/figures/Clock.tsx'
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

function HowItStands({ severity, lastAt, count, active, snoozedUntil }: Notification) {
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
      <span>
        <FormattedMessage id={active ? 'notifications.stillOpen' : 'notifications.over'} />
      </span>
    </p>
  )
}

/** Everything that happened to the alarm, and what can be done with it. */
function DetailsButton({ notification }: { notification: Notification }) {
  const intl = useIntl()
  const may = useMay()
  const { alarmUuid } = notification
  if (!alarmUuid || !may(commentAlarm)) return null
  return (
    <Button
      variant="default"
      h={44}
      aria-label={intl.formatMessage({ id: 'alarms.openOf' }, { name: placeName(notification) })}
      onClick={() => openDialog('alarm', { uuid: alarmUuid, notification })}
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

export function NotificationRow({
  notification,
  selected,
}: {
  notification: Notification
  selected: boolean
}) {
  const { severity, acknowledged } = notification
  const { ref, ...receipt } = useReceipt(notification)
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
          <AlarmText alarm={notification} />
        </p>
        <HowItStands {...notification} />
      </div>
      {acknowledged ? (
        <Acknowledged by={notification.acknowledgedBy} at={notification.acknowledgedAt} />
      ) : (
        <AcknowledgeButton notification={notification} />
      )}
      <DetailsButton notification={notification} />
    </li>
  )
}
