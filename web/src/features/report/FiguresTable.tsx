import { limitedMetrics, type MetricName } from '@carewatch/contracts/metrics'
import { FormattedMessage, FormattedNumber, useIntl } from 'react-intl'
import { Ltr } from '../../ui/figures/Ltr.tsx'
import { Figure, Measured } from '../../ui/figures/Measured.tsx'
import type { Sides } from '../../vitals/bounds.ts'
import { figuresOf } from '../../vitals/figures.ts'
import type { History } from '../../vitals/history.ts'
import styles from './Sheet.module.css'

const columns = ['vital', 'limits', 'min', 'median', 'max', 'within', 'readings'] as const
const NO_LIMITS: Sides = { low: null, high: null }

type Props = { points: History['points']; limits: Partial<Record<MetricName, Sides>> }

function Allowed({ name, limits: { low, high } }: { name: MetricName; limits: Sides }) {
  if (low === null && high === null) return '—'
  return (
    <Ltr>
      {high === null ? '≥ ' : null}
      {low === null ? '≤ ' : <Figure name={name} value={low} />}
      {low !== null && high !== null ? '–' : null}
      {high === null ? null : <Figure name={name} value={high} />}
    </Ltr>
  )
}

function Row({ name, points, limits }: { name: MetricName; points: History['points']; limits: Sides }) {
  const figures = figuresOf(points[name] ?? [], limits)
  return (
    <tr>
      <th scope="row">
        <FormattedMessage id={`metric.${name}`} />
      </th>
      <td>
        <Allowed name={name} limits={limits} />
      </td>
      {[figures?.min, figures?.median, figures?.max].map((value, index) => (
        <td key={columns[index + 2]}>
          <Measured name={name} value={value} />
        </td>
      ))}
      <td>
        {typeof figures?.within === 'number' ? (
          // Rounded down: "100 %" is never said when one reading lay outside.
          <FormattedNumber
            value={Math.floor(figures.within * 1000) / 1000}
            style="percent"
            maximumFractionDigits={1}
          />
        ) : (
          '—'
        )}
      </td>
      <td>
        <FormattedNumber value={figures?.n ?? 0} />
      </td>
    </tr>
  )
}

export function FiguresTable({ points, limits }: Props) {
  const intl = useIntl()
  return (
    <section
      className={styles['scroll']}
      aria-label={intl.formatMessage({ id: 'report.vital' })}
      // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
    >
      <table className={styles['figures']}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                <FormattedMessage id={`report.${column}`} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {limitedMetrics.map((name) => (
            <Row key={name} name={name} points={points} limits={limits[name] ?? NO_LIMITS} />
          ))}
        </tbody>
      </table>
    </section>
  )
}
