import { useIntl } from 'react-intl'

/** A day and the time of it, to the second where seconds count, as wards write it: no figure of it may change sides in Hebrew. */
export function Moment({ at, seconds = false }: { at: Date; seconds?: boolean }) {
  const intl = useIntl()
  return (
    <time dateTime={at.toISOString()}>
      <bdi>
        {intl.formatDate(at, {
          day: 'numeric',
          month: 'short',
          hour: '2-digit',
          minute: '2-digit',
          ...(seconds && { second: '2-digit' }),
          hourCycle: 'h23',
        })}
      </bdi>
    </time>
  )
}
