import { limitedMetrics, type MetricName } from '@carewatch/contracts/metrics'
import { FormattedMessage } from 'react-intl'
import styles from './LimitList.module.css'
import { Measured } from '../figures/Measured.tsx'

type Limits = Partial<
  Record<MetricName, { low?: number | null | undefined; high?: number | null | undefined }>
>

/** Between what each vital sign may move before it alarms. */
export function LimitList({ limits }: { limits: Limits }) {
  return (
    <table className={styles['table']}>
      <thead>
        <tr>
          <th scope="col">
            <FormattedMessage id="limits.metric" />
          </th>
          <th scope="col">
            <FormattedMessage id="limits.low" />
          </th>
          <th scope="col">
            <FormattedMessage id="limits.high" />
          </th>
        </tr>
      </thead>
      <tbody>
        {limitedMetrics.map((name) => (
          <tr key={name}>
            <th scope="row">
              <FormattedMessage id={`metric.${name}`} />
            </th>
            <td>
              <Measured name={name} value={limits[name]?.low} />
            </td>
            <td>
              <Measured name={name} value={limits[name]?.high} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
