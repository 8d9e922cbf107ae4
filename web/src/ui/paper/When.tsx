import { createContext, use } from 'react'
import { useIntl } from 'react-intl'

/** Between the ends of this sheet the clocks were changed: an hour comes twice, and each time says which it is. */
export const AmidClockChange = createContext(false)

/** A moment as a record needs it: the year and the second, by the clocks of the sheet. */
export function When({ at }: { at: Date }) {
  const intl = useIntl()
  const isAmid = use(AmidClockChange)
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
          ...(isAmid && { timeZoneName: 'longOffset' }),
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

/** Whether the clocks of a zone stand otherwise at one moment than at another. */
export function isClockChanged(timeZone: string, moments: readonly Date[]): boolean {
  const format = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset', hour: 'numeric' })
  const offsets = moments.map(
    (at) => format.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value,
  )
  return new Set(offsets).size > 1
}
