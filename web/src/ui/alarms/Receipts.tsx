import type { AlarmDetail } from '@carewatch/contracts/http/alarms'
import { Fragment } from 'react'
import { FormattedMessage } from 'react-intl'
import { Seconds } from '../figures/Seconds.tsx'

type Delivery = AlarmDetail['deliveries'][number]
type Times = Pick<Delivery, 'shownAt' | 'seenAt' | 'answeredAt'>

const timesOf = ({ shownAt, seenAt, answeredAt }: Times) =>
  [
    ['alarms.receipt.shown', shownAt],
    ['alarms.receipt.seen', seenAt],
    ['alarms.receipt.answered', answeredAt],
  ] as const

/** When a screen drew it, when they saw it and when they answered, as far as that is known. */
export const Receipts = (times: Times) => (
  <>
    {timesOf(times)
      .filter(([, at]) => at)
      .map(([id, at], index) => (
        <Fragment key={id}>
          {index > 0 ? ' · ' : null}
          {at ? <FormattedMessage id={id} values={{ time: <Seconds key="time" at={at} /> }} /> : null}
        </Fragment>
      ))}
  </>
)

export const hasReceipt = ({ shownAt, seenAt, answeredAt }: Times): boolean =>
  [shownAt, seenAt, answeredAt].some((at) => at !== null && at !== undefined)

/** Nothing reached a screen because we wrote it down: what is not confirmed says so. */
export function OnScreen({ delivery }: { delivery: Delivery }) {
  if (hasReceipt(delivery)) return <Receipts {...delivery} />
  if (delivery.state === 'DELIVERED') return <FormattedMessage id="alarms.receipt.before" />
  return (
    <FormattedMessage
      id={delivery.signedIn === false ? 'alarms.receipt.notSignedIn' : 'alarms.receipt.notShown'}
    />
  )
}
