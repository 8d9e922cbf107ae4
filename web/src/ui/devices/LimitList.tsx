import { type LimitBound, limitBounds } from '@carewatch/contracts/limits'
import { limitedMetrics, type MetricName } from '@carewatch/contracts/metrics'
import { FormattedMessage } from 'react-intl'
import styles from './LimitList.module.css'
import { Measured } from '../figures/Measured.tsx'

type Limits = Partial<Record<MetricName, { [Bound in LimitBound]?: number | null | undefined }>>

/** Between what each vital sign may move before it alarms, and from where on it is dangerous. */
export function LimitList({ limits }: { limits: Limits }) {
  return (
    <table className={styles['table']}>
      <thead>
        <tr>
          <th scope="col">
            <FormattedMessage id="limits.metric" />
          </th>
          {limitBounds.map((bound) => (
            <th key={bound} scope="col">
              <FormattedMessage id={`limits.${bound}`} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {limitedMetrics.map((name) => (
          <tr key={name}>
            <th scope="row">
              <FormattedMessage id={`metric.${name}`} />
            </th>
            {limitBounds.map((bound) => (
              <td key={bound}>
                <Measured name={name} value={limits[name]?.[bound]} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
