import type { MetricName } from '@carewatch/contracts/metrics'
import { FormattedDate, FormattedMessage, useIntl } from 'react-intl'
import { useZone } from '../../i18n/ZoneOf.tsx'
import { Measured } from '../../ui/figures/Measured.tsx'
import { daily, daysIn } from '../../vitals/figures.ts'
import type { Week } from './load.ts'
import styles from './Sheet.module.css'

const counted = ['steps', 'sleepDeep', 'sleepLight'] as const satisfies readonly MetricName[]

/** Steps and sleep, day by day. */
export function DaysTable({ week: { span, points } }: { week: Week }) {
  const intl = useIntl()
  const days = daysIn(span, useZone())
  return (
    <section
      className={styles['scroll']}
      aria-label={intl.formatMessage({ id: 'report.day' })}
      // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
    >
      <table className={styles['figures']}>
        <thead>
          <tr>
            <th scope="col">
              <FormattedMessage id="report.day" />
            </th>
            {days.map((day) => (
              <th key={day.getTime()} scope="col">
                <FormattedDate value={day} weekday="short" day="numeric" />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {counted.map((name) => (
            <tr key={name}>
              <th scope="row">
                <FormattedMessage id={`metric.${name}`} />
              </th>
              {daily(points[name] ?? [], days).map((value, index) => (
                <td key={days[index]?.getTime()}>
                  <Measured name={name} value={value} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
