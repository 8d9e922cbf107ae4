import type { MetricName } from '@carewatch/contracts/metrics'
import { useId } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useZone } from '../i18n/ZoneOf.tsx'
import type { Sides } from './bounds.ts'
import type { Graphed } from '@carewatch/contracts/measurements'
import { daysIn } from './figures.ts'
import { belongsTo, type Mark } from './marks.ts'
import type { Point } from './series.ts'
import { type Span, within } from './span.ts'
import type { Subject } from './subject.ts'
import { drawn, HEIGHT, WIDTH } from './drawn.ts'
import styles from './PaperGraph.module.css'

const LEFT = 34
const TOP = 14
/** How wide the name of a day is: of one that has only just begun it would hang over the paper's edge. */
const DAY_NAME = 52
/** Half of a number over its line. */
const MARK = 6
const NO_LIMITS: Sides = { low: null, high: null }

type Week = {
  span: Span
  points: Partial<Record<MetricName, readonly Point[]>>
  worthless?: Readonly<Record<string, readonly Span[]>>
}
type Drawn = ReturnType<typeof drawn>
type Limits = Partial<Record<MetricName, Sides>>
type Props = {
  plan: Graphed
  subject: Pick<Subject, 'expectedIntervalMs'>
  week: Week
  limits: Limits
  marks: readonly Mark[]
}

/** What is allowed; of two lines, each its edges. */
function Bands({
  limits,
  y,
  top,
  bottom,
}: Pick<Drawn, 'y' | 'top' | 'bottom'> & { limits: readonly Sides[] }) {
  const [only, ...others] = limits
  const edges = limits.flatMap(({ low, high }, index) =>
    [low, high].flatMap((edge) => (edge === null ? [] : [{ edge, index }])),
  )
  return (
    <>
      {only && others.length === 0 && edges.length > 0 ? (
        <rect
          className={styles['band']}
          width={WIDTH}
          y={y(only.high ?? top)}
          height={Math.max(0, y(only.low ?? bottom) - y(only.high ?? top))}
        />
      ) : null}
      {edges.map(({ edge, index }) => (
        <line key={`${index}/${edge}`} className={styles['edge']} x2={WIDTH} y1={y(edge)} y2={y(edge)} />
      ))}
    </>
  )
}

/** What does not count is hatched, as on the screen. */
function Hatched({ spans, x, id }: { spans: readonly Span[]; x: Drawn['x']; id: string }) {
  return (
    <>
      <pattern id={id} width={6} height={6} patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <line className={styles['hatch']} y2={6} />
      </pattern>
      {spans.map(({ from, to }) => (
        <rect
          key={from.getTime()}
          fill={`url(#${id})`}
          x={x(from)}
          width={Math.max(2, x(to) - x(from))}
          height={HEIGHT}
        />
      ))}
    </>
  )
}

function Days({ week, x }: { week: Week; x: Drawn['x'] }) {
  const intl = useIntl()
  return daysIn(week.span, useZone()).map((day) => (
    <g key={day.getTime()}>
      <line className={styles['day']} x1={x(day)} x2={x(day)} y2={HEIGHT} />
      {x(day) + DAY_NAME <= WIDTH ? (
        <text x={x(day) + 4} y={HEIGHT + 12}>
          {intl.formatDate(day, { weekday: 'short', day: 'numeric' })}
        </text>
      ) : null}
    </g>
  ))
}

/** One vital of one week, for paper: no colour is needed to read it. */
export function PaperGraph({ plan, subject, week, limits, marks }: Props) {
  const intl = useIntl()
  const id = useId()
  const hatched = (week.worthless?.[plan.name] ?? []).flatMap((span) => within(span, week.span) ?? [])
  const lines = plan.metrics.map((name) => week.points[name] ?? [])
  const own = plan.metrics.map((name) => limits[name] ?? NO_LIMITS)
  const picture = drawn({ span: week.span, lines, limits: own }, subject.expectedIntervalMs)
  const { paths, x, y, bottom, top } = picture
  if (lines.every((points) => points.length === 0)) return null
  return (
    <figure className={styles['graph']}>
      <figcaption>
        <FormattedMessage id={`metric.${plan.name}`} />
        {hatched.length > 0 ? (
          <small>
            <FormattedMessage id="monitoring.hatched" />
          </small>
        ) : null}
      </figcaption>
      <svg viewBox={`0 0 ${WIDTH + LEFT} ${HEIGHT + TOP + 16}`} aria-hidden>
        <g transform={`translate(${LEFT} ${TOP})`}>
          <Bands limits={own} y={y} top={top} bottom={bottom} />
          <Days week={week} x={x} />
          <Hatched spans={hatched} x={x} id={id} />
          {[bottom, top].map((value) => (
            <text key={value} className={styles['scale']} x={-4} y={y(value) + (value === top ? 8 : 0)}>
              {intl.formatNumber(value, { maximumFractionDigits: 0 })}
            </text>
          ))}
          {paths.map((path, index) => (
            <path key={plan.metrics[index]} data-index={index} d={path} />
          ))}
          {marks.map((mark, index) =>
            belongsTo(mark, plan) ? (
              <g key={mark.key} className={styles['mark']}>
                <line x1={x(mark.at)} x2={x(mark.at)} y2={HEIGHT} />
                <text x={Math.min(x(mark.at), WIDTH - MARK)} y={-3}>
                  {intl.formatNumber(index + 1)}
                </text>
              </g>
            ) : null,
          )}
        </g>
      </svg>
    </figure>
  )
}
