import type { IncidentFile } from '@carewatch/contracts/http/incident-files'
import { limitBounds } from '@carewatch/contracts/limits'
import { metric } from '@carewatch/contracts/metrics'
import { FormattedMessage, useIntl } from 'react-intl'
import { unitText } from '../../ui/figures/unit.tsx'
import { reach } from '../../vitals/bounds.ts'
import { fractionOf, type Span } from '../../vitals/span.ts'
import styles from '../../ui/paper/Paper.module.css'

const WIDTH = 640
const HEIGHT = 90
const LEFT = 34
const RIGHT = 30
const TOP = 12
const BOTTOM = 16
/** A value that was measured once is a dot, one of several a line between its ends. */
const DOT = 1.4
const HOLLOW = 2.4
const TICKS = 4

type Vital = NonNullable<IncidentFile['vitals']>[number]
type Alarms = IncidentFile['incident']['alarms']
type X = (at: Date) => number
type Y = (value: number) => number

/** What is allowed, each bound by its figure. */
function Edges({ bounds, y, within }: { bounds: Vital['bounds']; y: Y; within: readonly [number, number] }) {
  const intl = useIntl()
  const [bottom, top] = within
  return limitBounds.map((bound) => {
    const value = bounds?.[bound] ?? null
    if (value === null || value <= bottom || value >= top) return null
    return (
      <g key={bound} className={styles[bound.startsWith('critical') ? 'critical' : 'warning']}>
        <line x2={WIDTH} y1={y(value)} y2={y(value)} />
        <text x={WIDTH + 3} y={y(value) + 3}>
          {intl.formatNumber(value)}
        </text>
      </g>
    )
  })
}

const anchorOf = (index: number) => (index === 0 ? 'start' : index === TICKS ? 'end' : 'middle')

function Times({ span: { from, to }, x }: { span: Span; x: X }) {
  const intl = useIntl()
  const stepMs = (to.getTime() - from.getTime()) / TICKS
  return Array.from({ length: TICKS + 1 }, (_, index) => {
    const at = new Date(from.getTime() + stepMs * index)
    return (
      <text key={at.getTime()} textAnchor={anchorOf(index)} x={x(at)} y={HEIGHT + 12}>
        {intl.formatTime(at, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })}
      </text>
    )
  })
}

/** Where each alarm opened, by its row in the table. */
function Marks({ alarms, span, x }: { alarms: Alarms; span: Span; x: X }) {
  const intl = useIntl()
  return alarms.map(({ uuid, openedAt }, index) =>
    openedAt < span.from || openedAt > span.to ? null : (
      <g key={uuid} className={styles['mark']}>
        <line x1={x(openedAt)} x2={x(openedAt)} y2={HEIGHT} />
        <text textAnchor="middle" x={x(openedAt)} y={-3}>
          {intl.formatNumber(index + 1)}
        </text>
      </g>
    ),
  )
}

type Point = Vital['points'][number]

/** What is worth less than it seems is hollow, what nobody wore the watch for is crossed out: also without a colour. */
function Mark({ quality, x, y }: { quality: Point['quality']; x: number; y: number }) {
  if (quality === 'DOUBTFUL') return <circle className={styles['doubtful']} cx={x} cy={y} r={HOLLOW} />
  if (quality !== 'WORTHLESS') return <circle cx={x} cy={y} r={DOT} />
  const [left, right, up, down] = [x - HOLLOW, x + HOLLOW, y - HOLLOW, y + HOLLOW]
  return (
    <path
      className={styles['worthless']}
      d={`M${left} ${up}L${right} ${down}M${left} ${down}L${right} ${up}`}
    />
  )
}

const lines = { DOUBTFUL: styles['doubtful'], WORTHLESS: styles['worthless'] }

const Points = ({ points, x, y }: { points: Vital['points']; x: X; y: Y }) => (
  <g className={styles['point']}>
    {points.map(({ at, min, max, quality = 'GOOD' }) =>
      min === max ? (
        <Mark key={at.getTime()} quality={quality} x={x(at)} y={y(min)} />
      ) : quality === 'GOOD' ? (
        <line key={at.getTime()} x1={x(at)} x2={x(at)} y1={y(min)} y2={y(max)} />
      ) : (
        <g key={at.getTime()}>
          <line className={lines[quality]} x1={x(at)} x2={x(at)} y1={y(min)} y2={y(max)} />
          <Mark quality={quality} x={x(at)} y={y(min)} />
          <Mark quality={quality} x={x(at)} y={y(max)} />
        </g>
      ),
    )}
  </g>
)

const SYMBOL = 10

/** What the marks mean that are in this graph. */
function Legend({ points }: Pick<Vital, 'points'>) {
  const shown = (['DOUBTFUL', 'WORTHLESS'] as const).filter((one) =>
    points.some(({ quality }) => quality === one),
  )
  return shown.map((quality) => (
    <p key={quality} className={styles['legend']} data-testid={`legend-${quality}`}>
      <svg viewBox={`0 0 ${SYMBOL} ${SYMBOL}`} aria-hidden>
        <g className={styles['point']}>
          <Mark quality={quality} x={SYMBOL / 2} y={SYMBOL / 2} />
        </g>
      </svg>{' '}
      <FormattedMessage id={`file.legend.${quality}`} />
    </p>
  ))
}

type Props = { vital: Vital; span: Span; alarms: Alarms }

/** Each minute as its lowest and its highest, the limits, and where the alarms opened: for paper, without a colour that has to be seen. */
export function FileGraph({ vital: { metric: name, points, bounds }, span, alarms }: Props) {
  const intl = useIntl()
  const { unit } = metric(name)
  const lowest = Math.min(...points.map(({ min }) => min))
  const highest = Math.max(...points.map(({ max }) => max))
  const [bottom, top] = reach(lowest, highest, bounds ? [bounds] : [])
  const x: X = (at) => Math.round(fractionOf(at, span) * WIDTH * 10) / 10
  const y: Y = (value) => Math.round(((top - value) / (top - bottom)) * HEIGHT * 10) / 10
  return (
    <figure className={styles['graph']} data-testid="file-graph">
      <figcaption>
        <FormattedMessage id={`metric.${name}`} />
      </figcaption>
      <svg viewBox={`0 0 ${LEFT + WIDTH + RIGHT} ${TOP + HEIGHT + BOTTOM}`} aria-hidden>
        <g transform={`translate(${LEFT} ${TOP})`}>
          <rect className={styles['frame']} width={WIDTH} height={HEIGHT} />
          {[bottom, top].map((value) => (
            <text key={value} textAnchor="end" x={-4} y={y(value) + (value === top ? 7 : 0)}>
              {intl.formatNumber(value, { maximumFractionDigits: 0 })}
            </text>
          ))}
          <text textAnchor="end" x={-4} y={-5} data-testid="unit">
            {unitText(intl, unit)}
          </text>
          <Edges bounds={bounds} y={y} within={[bottom, top]} />
          <Times span={span} x={x} />
          <Marks alarms={alarms} span={span} x={x} />
          <Points points={points} x={x} y={y} />
        </g>
      </svg>
      <Legend points={points} />
    </figure>
  )
}
