import type { Device } from '@carewatch/contracts/http/devices'
import {
  IconCircleCheckFilled,
  IconHome,
  IconHourglass,
  IconMapPin,
  IconPlugConnectedX,
} from '@tabler/icons-react'
import { useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import { FormattedMessage } from 'react-intl'
import { useLastWord } from '../../live/last-word.ts'
import { latestReading } from '../../live/live-atoms.ts'
import { isLoadedAtom, notificationsAtom } from '../../live/notifications.ts'
import { IncidentText } from './IncidentText.tsx'
import { AcknowledgeButton } from './AcknowledgeButton.tsx'
import { Age } from '../figures/Age.tsx'
import { Measured } from '../figures/Measured.tsx'
import { useNow } from '../figures/now.ts'
import { SeverityIcon } from './SeverityMark.tsx'
import styles from './AnswerCard.module.css'
import { type Answer, answer } from './answer.ts'
import type { Whereabouts } from '@carewatch/contracts/whereabouts'
import { placeName, wornBy } from '../people/place-name.ts'

/** Until all alarms are loaded nobody is well. */
type Condition = Answer | { state: 'asking' }

const icons = { ok: IconCircleCheckFilled, silent: IconPlugConnectedX, asking: IconHourglass }

function Mark({ condition }: { condition: Condition }) {
  if (condition.state === 'alarm')
    return <SeverityIcon severity={condition.notification.severity} size={44} />
  const Icon = icons[condition.state]
  return <Icon size={44} aria-hidden />
}

function Sentence({ condition, name }: { condition: Condition; name: string }) {
  if (condition.state !== 'alarm')
    return (
      <FormattedMessage id={`answer.${condition.state}`} values={{ name: <bdi key="name">{name}</bdi> }} />
    )
  return (
    <>
      <bdi>{placeName(condition.notification)}</bdi>: <IncidentText incident={condition.incident} />
    </>
  )
}

function Place({ at, place }: Whereabouts) {
  const age = <Age key="age" at={at} />
  return (
    <p data-testid="whereabouts">
      {place === 'home' ? <IconHome size={18} aria-hidden /> : <IconMapPin size={18} aria-hidden />}
      <span>
        <FormattedMessage id={`answer.place.${place}`} values={{ age }} />
      </span>
    </p>
  )
}

type Props = {
  device: Pick<Device, 'uuid' | 'name' | 'wearer' | 'battery' | 'lastSeenAt' | 'expectedIntervalMs'>
  /** The last known, where the device itself does not say. */
  battery?: number | null
  place?: Whereabouts | null
  children?: ReactNode
}

function LastWord({ device, battery }: Pick<Props, 'device' | 'battery'>) {
  const lastSeenAt = useLastWord(device)
  const live = useAtomValue(latestReading(`${device.uuid}/battery`))
  return (
    <p>
      {lastSeenAt ? (
        <FormattedMessage id="answer.lastSignal" values={{ age: <Age key="age" at={lastSeenAt} /> }} />
      ) : (
        <FormattedMessage id="answer.never" />
      )}
      {' · '}
      <FormattedMessage id="metric.battery" />{' '}
      <Measured name="battery" value={live?.value ?? device.battery ?? battery} />
    </p>
  )
}

/** "Mum is OK, 2 min ago, at home, battery 64 %", or what is wrong. */
export function AnswerCard({ device, battery, place, children }: Props) {
  const notifications = useAtomValue(notificationsAtom)
  const lastSeenAt = useLastWord(device)
  const now = useNow()
  const { uuid: deviceUuid, expectedIntervalMs } = device
  const isLoaded = useAtomValue(isLoadedAtom)
  const known = answer({
    deviceUuid,
    wearer: device.wearer,
    lastSeenAt,
    expectedIntervalMs,
    notifications,
    now,
  })
  const condition: Condition = known.state === 'ok' && !isLoaded ? { state: 'asking' } : known
  const alarm = condition.state === 'alarm' ? condition.notification : null
  return (
    <section
      className={styles['card']}
      data-state={condition.state}
      data-severity={alarm?.severity}
      data-testid="answer"
    >
      <Mark condition={condition} />
      <div className={styles['text']}>
        <h2>
          <Sentence condition={condition} name={wornBy(device)} />
        </h2>
        <LastWord device={device} battery={battery ?? null} />
        {place ? <Place {...place} /> : null}
        {alarm?.acknowledged && alarm.acknowledgedBy ? (
          <p>
            <FormattedMessage
              id="notifications.acknowledgedBy"
              values={{ name: <bdi key="by">{alarm.acknowledgedBy}</bdi> }}
            />
          </p>
        ) : null}
      </div>
      {condition.state === 'alarm' && !condition.incident.acknowledged ? (
        <AcknowledgeButton incident={condition.incident} />
      ) : null}
      {children}
    </section>
  )
}
