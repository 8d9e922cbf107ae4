import type { AlarmDetail } from '@carewatch/contracts/http/alarms'
import { FormattedMessage } from 'react-intl'
import { hasReceipt, OnScreen, Receipts } from './Receipts.tsx'

type Props = { delivery: AlarmDetail['deliveries'][number] }

/** By which channel somebody was notified of an alarm, and what came of it. */
export const DeliveryOutcome = ({ delivery }: Props) => (
  <>
    <FormattedMessage id={`alarms.channel.${delivery.channel}`} /> ·{' '}
    {delivery.channel === 'IN_APP' ? <OnScreen delivery={delivery} /> : <Sent delivery={delivery} />}
  </>
)

const Sent = ({ delivery }: Props) => (
  <>
    <FormattedMessage id={`alarms.delivery.${delivery.state}`} />
    {delivery.reason ? (
      <>
        {': '}
        <FormattedMessage id={`alarms.reason.${delivery.reason}`} />
      </>
    ) : null}
    {hasReceipt(delivery) ? ' · ' : null}
    <Receipts {...delivery} />
  </>
)
