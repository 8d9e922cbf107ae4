import { FormattedMessage, useIntl } from 'react-intl'
import { spanOf } from './age.ts'
import { useNow } from './now.ts'

function AgeText({ ms }: { ms: number }) {
  const span = spanOf(Math.abs(ms))
  if (span === 'now') return <FormattedMessage id="age.now" />
  return (
    <FormattedMessage id={ms < 0 ? `ageAhead.${span.unit}` : `age.${span.unit}`} values={{ n: span.value }} />
  )
}

/** "2 min ago" or, for what is to come, "in 2 min"; with the exact time for whoever hovers or listens. */
export function Age({ at, className }: { at: Date; className?: string | undefined }) {
  const intl = useIntl()
  const now = useNow()
  return (
    <time
      className={className}
      dateTime={at.toISOString()}
      title={intl.formatDate(at, { dateStyle: 'medium', timeStyle: 'short' })}
    >
      <AgeText ms={now.getTime() - at.getTime()} />
    </time>
  )
}
