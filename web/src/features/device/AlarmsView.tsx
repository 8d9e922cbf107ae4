import type { Alarm } from '@carewatch/contracts/alarms'
import { type AlarmDetail, alarmDetail, type allAlarms } from '@carewatch/contracts/http/alarms'
import type { Reply } from '@carewatch/contracts/http/endpoint'
import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { attempt } from '../../feedback/attempt.ts'
import { call } from '../../http/call.ts'
import { AlarmText } from '../../ui/alarms/AlarmText.tsx'
import { Moment } from '../../ui/figures/Moment.tsx'
import { Section } from '../../ui/page/Section.tsx'
import { SeverityMark } from '../../ui/alarms/SeverityMark.tsx'
import { AlarmDeliveries } from './AlarmDeliveries.tsx'
import styles from './Lines.module.css'
import { Pager, type Paging } from '../../ui/page/Pager.tsx'

function State({ alarm: { closedAt, closedBy, cause, acknowledgedAt, acknowledgedBy } }: { alarm: Alarm }) {
  if (closedAt)
    return (
      <>
        <FormattedMessage
          id={closedBy ? 'deviceAlarm.closedBy' : 'deviceAlarm.cleared'}
          values={{ name: <bdi key="name">{closedBy}</bdi>, at: <Moment key="at" at={closedAt} /> }}
        />
        {cause ? (
          <>
            {' · '}
            <FormattedMessage id={`cause.${cause}`} />
          </>
        ) : null}
      </>
    )
  if (acknowledgedAt)
    return (
      <FormattedMessage
        id="deviceAlarm.acknowledgedBy"
        values={{ name: <bdi key="name">{acknowledgedBy}</bdi>, at: <Moment key="at" at={acknowledgedAt} /> }}
      />
    )
  return (
    <b>
      <FormattedMessage id="deviceAlarm.open" />
    </b>
  )
}

function Line({ alarm }: { alarm: Alarm }) {
  const [detail, setDetail] = useState<AlarmDetail | null>(null)
  const [isAsking, setAsking] = useState(false)
  const toggle = async () => {
    if (detail) return setDetail(null)
    setAsking(true)
    const answer = await attempt(() => call(alarmDetail, { params: { uuid: alarm.uuid } }))
    setAsking(false)
    setDetail(answer?.alarm ?? null)
  }
  return (
    <li>
      <div className={styles['line']}>
        <div>
          <b>
            <AlarmText alarm={alarm} />
          </b>
          <div className={styles['quiet']}>
            <Moment at={alarm.openedAt} /> · <State alarm={alarm} />
          </div>
        </div>
        <SeverityMark severity={alarm.severity} />
        <Button
          variant="default"
          size="compact-md"
          aria-expanded={detail !== null}
          loading={isAsking}
          onClick={() => void toggle()}
        >
          <FormattedMessage id="deviceAlarm.showNotified" />
        </Button>
      </div>
      {detail ? <AlarmDeliveries alarm={detail} /> : null}
    </li>
  )
}

type Props = Paging & { alarms: Reply<typeof allAlarms> | undefined }

/** Every alarm of the device: what happened, who was on it, who was notified. */
export function AlarmsView({ alarms, ...paging }: Props) {
  return (
    <Section title="devices.alarms">
      {alarms?.total ? null : (
        <Text c="dimmed">
          <FormattedMessage id="deviceAlarm.none" />
        </Text>
      )}
      <ol className={styles['lines']}>
        {alarms?.alarms.map((alarm) => (
          <Line key={alarm.uuid} alarm={alarm} />
        ))}
      </ol>
      <Pager total={alarms?.total ?? 0} {...paging} />
    </Section>
  )
}
