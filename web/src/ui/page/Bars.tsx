import { FormattedMessage, FormattedNumber } from 'react-intl'
import type { ReactNode } from 'react'
import type { MessageId } from '../../i18n/messages.ts'
import styles from './Bars.module.css'

export type Series = { label: MessageId; values: readonly number[] }
type Props = {
  /** What the picture shows. */
  label: string
  /** Under each group of bars. */
  names: readonly ReactNode[]
  /** What the names are: the head of the table's first column. */
  nameLabel: MessageId
  series: readonly Series[]
}

const HEIGHT_REM = 11

function Table({ label, names, nameLabel, series }: Props) {
  return (
    <table className={styles['table']} aria-label={label}>
      <thead>
        <tr>
          <th scope="col">
            <FormattedMessage id={nameLabel} />
          </th>
          {series.map(({ label }) => (
            <th key={label} scope="col">
              <FormattedMessage id={label} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {names.map((name, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- a bar is known by its place.
          <tr key={index}>
            <th scope="row">{name}</th>
            {series.map(({ label, values }) => (
              <td key={label}>
                <FormattedNumber value={values[index] ?? 0} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Bars beside each other, with a legend; whoever hears the screen has the same figures as a table. Time runs from left to right in every language. */
export function Bars({ label, names, nameLabel, series }: Props) {
  const most = Math.max(1, ...series.flatMap(({ values }) => values))
  return (
    <div>
      <ul className={styles['legend']}>
        {series.map((each, index) => (
          <li key={each.label} data-series={index}>
            <FormattedMessage id={each.label} />
          </li>
        ))}
      </ul>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by the keyboard. */}
      <section className={styles['scroll']} aria-label={label} tabIndex={0}>
        <div className={styles['chart']} aria-hidden dir="ltr">
          {names.map((name, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- a bar is known by its place.
            <div key={index} className={styles['group']}>
              <div className={styles['bars']} style={{ height: `${HEIGHT_REM}rem` }}>
                {series.map(({ label: of, values }, place) => {
                  const value = values[index] ?? 0
                  return (
                    <div key={of} className={styles['bar']} data-series={place}>
                      <b>{value > 0 ? <FormattedNumber value={value} /> : null}</b>
                      <span style={{ height: `${(value / most) * (HEIGHT_REM - 1.5)}rem` }} />
                    </div>
                  )
                })}
              </div>
              <small>{name}</small>
            </div>
          ))}
        </div>
      </section>
      <details className={styles['details']}>
        <summary>
          <FormattedMessage id="chart.asTable" />
        </summary>
        <Table label={label} names={names} nameLabel={nameLabel} series={series} />
      </details>
    </div>
  )
}
