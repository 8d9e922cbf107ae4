import type { CSSProperties } from 'react'
import { FormattedDate, FormattedMessage, useIntl } from 'react-intl'
import type { MessageId } from '../../i18n/messages.ts'
import { Ltr } from '../../ui/figures/Ltr.tsx'
import styles from './DayBars.module.css'

/** A longer figure does not fit above its bar on a phone. */
const LONG = 10_000

type Props = {
  title: MessageId
  decimals: number
  days: readonly Date[]
  values: readonly (number | null)[]
}

/** Seven days as seven bars, each with its figure. Time runs from left to right. */
export function DayBars({ title, decimals, days, values }: Props) {
  const intl = useIntl()
  const most = Math.max(1, ...values.map((value) => value ?? 0))
  return (
    <figure className={styles['bars']}>
      <figcaption>
        <FormattedMessage id={title} />
      </figcaption>
      <ol dir="ltr">
        {days.map((day, index) => {
          const value = values[index] ?? null
          // Safe: React's types do not know the names of custom properties.
          const share = { '--share': (value ?? 0) / most } as CSSProperties
          return (
            <li key={day.getTime()}>
              <Ltr>
                {value === null
                  ? '—'
                  : intl.formatNumber(value, {
                      maximumFractionDigits: decimals,
                      ...(value >= LONG && { notation: 'compact', maximumFractionDigits: 1 }),
                    })}
              </Ltr>
              <span className={styles['bar']} style={share} aria-hidden />
              <small>
                <FormattedDate value={day} weekday="short" />
              </small>
            </li>
          )
        })}
      </ol>
    </figure>
  )
}
