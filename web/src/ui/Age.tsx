import { useIntl } from 'react-intl'
import { ageIn } from './age.ts'
import { useNow } from './now.ts'

/** "2 min ago", with the exact time for whoever hovers or listens. */
export function Age({ at, className }: { at: Date; className?: string | undefined }) {
  const intl = useIntl()
  const now = useNow()
  const { value, unit } = ageIn(now.getTime() - at.getTime())
  return (
    <time
      className={className}
      dateTime={at.toISOString()}
      title={intl.formatDate(at, { dateStyle: 'medium', timeStyle: 'short' })}
    >
      {intl.formatRelativeTime(-value, unit, { style: 'short', numeric: 'auto' })}
    </time>
  )
}
