import type { Wearer } from '@carewatch/contracts/http/wearers'
import { FormattedMessage } from 'react-intl'
import { Moment } from '../../ui/figures/Moment.tsx'
import styles from './Wearers.module.css'

type Props = { wearer: Pick<Wearer, 'status' | 'awayReason' | 'awayUntil'> }

/** Whether somebody is here; who is away, why and until when. */
export function StayMark({ wearer: { status, awayReason, awayUntil } }: Props) {
  return (
    <span className={styles['stay']} data-status={status}>
      <FormattedMessage id={`wearerStatus.${status}`} />
      {awayReason ? (
        <>
          {' · '}
          <bdi>{awayReason}</bdi>
        </>
      ) : null}
      {awayUntil ? (
        <>
          {' · '}
          <FormattedMessage id="wearer.until" values={{ at: <Moment key="at" at={awayUntil} /> }} />
        </>
      ) : null}
    </span>
  )
}
