import type { AlarmDetail } from '@carewatch/contracts/http/alarms'
import { FormattedMessage } from 'react-intl'
import { Moment } from '../../ui/figures/Moment.tsx'
import { DeliveryOutcome } from '../../ui/alarms/DeliveryOutcome.tsx'
import styles from './Lines.module.css'

const who = (name: string | null) => (name ? <bdi>{name}</bdi> : <FormattedMessage id="settings.bySystem" />)

function Steps({ history }: Pick<AlarmDetail, 'history'>) {
  return (
    <div>
      <h3>
        <FormattedMessage id="deviceAlarm.history" />
      </h3>
      <ol>
        {history.map(({ at, user, step, note }) => (
          <li key={`${at.getTime()}${step}`}>
            <Moment at={at} /> · <FormattedMessage id={`alarmStep.${step}`} /> · {who(user)}
            {note ? (
              <>
                : <bdi>{note}</bdi>
              </>
            ) : null}
          </li>
        ))}
      </ol>
    </div>
  )
}

function Deliveries({ deliveries }: Pick<AlarmDetail, 'deliveries'>) {
  return (
    <div>
      <h3>
        <FormattedMessage id="deviceAlarm.notified" />
      </h3>
      {deliveries.length === 0 ? <FormattedMessage id="deviceAlarm.nobodyNotified" /> : null}
      <ol>
        {deliveries.map((delivery, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- a list that never changes; nothing of it is unique.
          <li key={index}>
            <Moment at={delivery.at} /> · {who(delivery.user)} · <DeliveryOutcome delivery={delivery} /> ·{' '}
            <FormattedMessage id="deviceAlarm.step" values={{ n: delivery.step + 1 }} />
          </li>
        ))}
      </ol>
    </div>
  )
}

/** Everything that happened to an alarm, and every message about it. */
export const AlarmDeliveries = ({ alarm: { history, deliveries } }: { alarm: AlarmDetail }) => (
  <div className={styles['told']}>
    <Steps history={history} />
    <Deliveries deliveries={deliveries} />
  </div>
)
