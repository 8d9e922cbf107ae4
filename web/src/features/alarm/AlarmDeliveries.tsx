import type { AlarmDetail } from '@carewatch/contracts/http/alarms'
import { Text, Title } from '@mantine/core'
import { FormattedMessage } from 'react-intl'
import { Moment } from '../../ui/figures/Moment.tsx'
import { DeliveryOutcome } from '../../ui/alarms/DeliveryOutcome.tsx'
import { Receipts } from '../../ui/alarms/Receipts.tsx'
import styles from './AlarmHistory.module.css'

/** Who was notified, by which channel, and whether it reached them. */
export function AlarmDeliveries({ deliveries, receipts = [] }: Pick<AlarmDetail, 'deliveries' | 'receipts'>) {
  const others = receipts.filter(({ isTold }) => !isTold)
  return (
    <section>
      <Title order={3} fz="md">
        <FormattedMessage id="alarms.notified" />
      </Title>
      {deliveries.length + others.length === 0 ? (
        <Text c="dimmed">
          <FormattedMessage id="alarms.nobodyNotified" />
        </Text>
      ) : null}
      <ol className={styles['list']}>
        {deliveries.map((delivery) => (
          <li key={`${delivery.user ?? ''} ${delivery.channel} ${delivery.round}.${delivery.step}`}>
            <span className={styles['when']}>
              <Moment at={delivery.at} seconds />
            </span>
            <p>
              <bdi>{delivery.user ?? '—'}</bdi>
              <span>
                <DeliveryOutcome delivery={delivery} />
              </span>
            </p>
          </li>
        ))}
        {others.map(({ user, shownAt, seenAt }) => (
          <li key={`${user ?? ''} untold`}>
            <span className={styles['when']}>{shownAt ? <Moment at={shownAt} seconds /> : null}</span>
            <p>
              <bdi>{user ?? '—'}</bdi>
              <span>
                <FormattedMessage id="alarms.receipt.untold" /> ·{' '}
                <Receipts shownAt={shownAt} seenAt={seenAt} answeredAt={null} />
              </span>
            </p>
          </li>
        ))}
      </ol>
    </section>
  )
}
