import type { AlarmDetail } from '@carewatch/contracts/http/alarms'
import { Text, Title } from '@mantine/core'
import { FormattedMessage } from 'react-intl'
import { Moment } from '../../ui/Moment.tsx'
import styles from './AlarmHistory.module.css'

/** Who was told, by which way, and whether it reached them. */
export function AlarmTold({ deliveries }: Pick<AlarmDetail, 'deliveries'>) {
  return (
    <section>
      <Title order={3} fz="md">
        <FormattedMessage id="alarms.told" />
      </Title>
      {deliveries.length === 0 ? (
        <Text c="dimmed">
          <FormattedMessage id="alarms.toldNobody" />
        </Text>
      ) : null}
      <ol className={styles['list']}>
        {deliveries.map(({ user, channel, step, state, reason, at }) => (
          <li key={`${at.getTime()} ${user ?? ''} ${channel} ${step}`}>
            <span className={styles['when']}>
              <Moment at={at} />
            </span>
            <div>
              <p>
                <bdi>{user ?? '—'}</bdi>
                <FormattedMessage id={`alarms.channel.${channel}`} />
                <FormattedMessage id={`alarms.delivery.${state}`} />
              </p>
              {reason ? (
                <p className={styles['note']}>
                  <bdi>{reason}</bdi>
                </p>
              ) : null}
            </div>
          </li>
        ))}
      </ol>
    </section>
  )
}
