import { metric } from '@carewatch/contracts/metrics'
import { FormattedDate, FormattedMessage, type IntlShape } from 'react-intl'
import { Measured } from '../ui/figures/Measured.tsx'
import { Moment } from '../ui/figures/Moment.tsx'
import { unitText } from '../ui/figures/unit.tsx'
import { isWorthlessAt } from '../vitals/history.ts'
import type { Span } from '../vitals/span.ts'
import type { Line } from './ValuesTable.tsx'
import styles from './ChartCard.module.css'

/** What the cursor is on, else the newest. `at` in seconds. */
export const pickedOf = (lines: readonly Line[], at: number | null) =>
  lines.map(({ name, points }) => ({
    name,
    point: at === null ? points.at(-1) : points.findLast(({ time }) => time.getTime() / 1000 <= at),
  }))
export type Picked = ReturnType<typeof pickedOf>
/** `ofDay`: a point stands for its whole day, and has no hour. */
type Of = { worthless: readonly Span[]; ofDay: boolean }

/** The same as one sentence, for who listens. */
export function readingText(intl: IntlShape, picked: Picked, { worthless, ofDay }: Of): string {
  const figures = picked.flatMap(({ name, point }) => {
    if (!point) return []
    const { unit, decimals } = metric(name)
    const value = intl.formatNumber(point.value, { maximumFractionDigits: decimals })
    return [`${intl.formatMessage({ id: `metric.${name}` })} ${value} ${unitText(intl, unit)}`.trim()]
  })
  const time = picked[0]?.point?.time
  const when = time && intl.formatDate(time, { dateStyle: 'medium', ...(!ofDay && { timeStyle: 'short' }) })
  const word =
    time && isWorthlessAt(worthless, time) ? [intl.formatMessage({ id: 'monitoring.worthless' })] : []
  return intl.formatList([...figures, ...word, ...(when ? [when] : [])], { type: 'unit' })
}

type Props = Of & {
  picked: Picked
  /** Where more than one vital is read off. */
  isNamed: boolean
  /** So many lines of the graph come before these. */
  after?: number
}

export function Readout({ picked, worthless, ofDay, isNamed, after = 0 }: Props) {
  const time = picked[0]?.point?.time
  return (
    <p className={styles['readout']}>
      {picked.map(({ name, point }, index) => (
        <span key={name} data-index={after + index} data-beside={after > 0}>
          {isNamed || picked.length > 1 ? (
            <i>
              <FormattedMessage id={`metric.${name}`} />
            </i>
          ) : null}
          <b>
            <Measured name={name} value={point?.value} />
          </b>
        </span>
      ))}
      {time && isWorthlessAt(worthless, time) ? (
        <em>
          <FormattedMessage id="monitoring.worthless" />
        </em>
      ) : null}
      {time && ofDay ? (
        <bdi>
          <FormattedDate value={time} day="numeric" month="short" />
        </bdi>
      ) : null}
      {time && !ofDay ? <Moment at={time} /> : null}
    </p>
  )
}
