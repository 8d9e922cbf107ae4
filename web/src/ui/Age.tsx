import { useIntl } from 'react-intl'
import { ageIn } from './age.ts'
import { useNow } from './now.ts'

/** Hebrew's short form says each dual twice, in a word and in brackets. */
const styleOf = (locale: string) => (locale.startsWith('he') ? 'long' : 'short')

/** "2 min ago" or, for what is to come, "in 2 min"; with the exact time for whoever hovers or listens. */
export function Age({ at, className }: { at: Date; className?: string | undefined }) {
  const intl = useIntl()
  const now = useNow()
  const ms = now.getTime() - at.getTime()
  const { value, unit } = ageIn(Math.abs(ms))
  return (
    <time
      className={className}
      dateTime={at.toISOString()}
      title={intl.formatDate(at, { dateStyle: 'medium', timeStyle: 'short' })}
    >
      {intl.formatRelativeTime(ms < 0 ? value : -value, unit, {
        style: styleOf(intl.locale),
        numeric: 'auto',
      })}
    </time>
  )
}
