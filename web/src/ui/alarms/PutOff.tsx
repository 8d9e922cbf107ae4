import { FormattedMessage } from 'react-intl'
import { Clock } from '../figures/Clock.tsx'
import { useNow } from '../figures/now.ts'

/** Until when somebody put the alarm off; nothing once that is over. */
export function PutOff({ until }: { until: Date | null }) {
  const now = useNow()
  if (!until || until <= now) return null
  return (
    <span>
      <FormattedMessage id="notifications.snoozedUntil" values={{ time: <Clock key="time" at={until} /> }} />
    </span>
  )
}
