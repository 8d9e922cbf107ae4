import type { Device } from '@carewatch/contracts/http/devices'
import { IconCircleCheckFilled, IconPlugConnectedX } from '@tabler/icons-react'
import { useAtomValue } from 'jotai'
import { FormattedMessage, useIntl } from 'react-intl'
import { alarmText } from '../../i18n/alarm-text.ts'
import { useLastWord } from '../../live/last-word.ts'
import { latestReading } from '../../live/live-atoms.ts'
import { notificationsAtom } from '../../live/notifications.ts'
import { AcknowledgeButton } from '../../ui/AcknowledgeButton.tsx'
import { Age } from '../../ui/Age.tsx'
import { Measured } from '../../ui/Measured.tsx'
import { useNow } from '../../ui/now.ts'
import { SeverityIcon } from '../../ui/SeverityMark.tsx'
import styles from './AnswerCard.module.css'
import { type Answer, answer } from './answer.ts'

function Mark({ said }: { said: Answer }) {
  if (said.state === 'alarm') return <SeverityIcon severity={said.notification.severity} size={44} />
  const Icon = said.state === 'ok' ? IconCircleCheckFilled : IconPlugConnectedX
  return <Icon size={44} aria-hidden />
}

function Sentence({ said, name }: { said: Answer; name: string }) {
  const intl = useIntl()
  if (said.state !== 'alarm')
    return <FormattedMessage id={`answer.${said.state}`} values={{ name: <bdi key="name">{name}</bdi> }} />
  return (
    <>
      <bdi>{name}</bdi>: {alarmText(intl, said.notification)}
    </>
  )
}

/** "Mum is OK, 2 min ago, battery 64 %", or what is wrong. */
export function AnswerCard({ device, battery }: { device: Device; battery: number | null }) {
  const notifications = useAtomValue(notificationsAtom)
  const liveBattery = useAtomValue(latestReading(`${device.uuid}/battery`))
  const lastSeenAt = useLastWord(device)
  const now = useNow()
  const { uuid: deviceUuid, expectedIntervalMs } = device
  const said = answer({ deviceUuid, lastSeenAt, expectedIntervalMs, notifications, now })
  const alarm = said.state === 'alarm' ? said.notification : null
  return (
    <section
      className={styles['card']}
      data-state={said.state}
      data-severity={alarm?.severity}
      data-testid="answer"
    >
      <Mark said={said} />
      <div className={styles['text']}>
        <h2>
          <Sentence said={said} name={device.name} />
        </h2>
        <p>
          {lastSeenAt ? (
            <FormattedMessage id="answer.heard" values={{ age: <Age at={lastSeenAt} /> }} />
          ) : (
            <FormattedMessage id="answer.never" />
          )}
          {' · '}
          <FormattedMessage id="metric.battery" />{' '}
          <Measured name="battery" value={liveBattery?.value ?? device.battery ?? battery} />
        </p>
        {alarm?.acknowledged && alarm.acknowledgedBy ? (
          <p>
            <FormattedMessage
              id="notifications.acknowledgedBy"
              values={{ name: <bdi key="by">{alarm.acknowledgedBy}</bdi> }}
            />
          </p>
        ) : null}
      </div>
      {alarm && !alarm.acknowledged ? <AcknowledgeButton notification={alarm} /> : null}
    </section>
  )
}
