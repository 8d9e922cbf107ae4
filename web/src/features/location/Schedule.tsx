import type { FenceSchedule } from '@carewatch/contracts/fences'
import { FormattedMessage, useIntl } from 'react-intl'
import { Ltr } from '../../ui/figures/Ltr.tsx'

const A_SUNDAY = Date.UTC(2026, 10, 22, 12)
const DAY_MS = 86_400_000

/** When a fence is watched, in words. */
export function Schedule({ schedule }: { schedule: FenceSchedule | null }) {
  const intl = useIntl()
  if (!schedule) return <FormattedMessage id="fence.always" />
  const days = schedule.days.map((day) =>
    intl.formatDate(A_SUNDAY + day * DAY_MS, { weekday: 'short', timeZone: 'UTC' }),
  )
  return (
    <FormattedMessage
      id="fence.hours"
      values={{
        days: intl.formatList(days),
        from: <Ltr key="from">{schedule.from}</Ltr>,
        to: <Ltr key="to">{schedule.to}</Ltr>,
      }}
    />
  )
}
