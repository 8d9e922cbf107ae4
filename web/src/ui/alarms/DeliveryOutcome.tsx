import type { AlarmDetail } from '@carewatch/contracts/http/alarms'
import { FormattedMessage } from 'react-intl'

type Props = { delivery: AlarmDetail['deliveries'][number] }

/** By which channel somebody was notified of an alarm, and what came of it. */
export const DeliveryOutcome = ({ delivery: { channel, state, reason } }: Props) => (
  <>
    <FormattedMessage id={`alarms.channel.${channel}`} /> ·{' '}
    <FormattedMessage id={`alarms.delivery.${state}`} />
    {reason ? (
      <>
        {': '}
        <FormattedMessage id={`alarms.reason.${reason}`} />
      </>
    ) : null}
  </>
)
