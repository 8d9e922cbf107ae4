import { useIntl } from 'react-intl'

/** A moment as a record needs it: the year and the second, by the clocks of the sheet. */
export function When({ at }: { at: Date }) {
  const intl = useIntl()
  return (
    <time dateTime={at.toISOString()}>
      <bdi>
        {intl.formatDate(at, {
          year: 'numeric',
          month: 'short',
          day: 'numeric',
          hour: '2-digit',
          minute: '2-digit',
          second: '2-digit',
          hourCycle: 'h23',
        })}
      </bdi>
    </time>
  )
}

const HOUR_MINUTES = 60
const pad = (figure: number): string => String(figure).padStart(2, '0')

/** As `UTC+02:00`. */
export function offsetText(minutes: number): string {
  const all = Math.abs(minutes)
  return `UTC${minutes < 0 ? '-' : '+'}${pad(Math.floor(all / HOUR_MINUTES))}:${pad(all % HOUR_MINUTES)}`
}
