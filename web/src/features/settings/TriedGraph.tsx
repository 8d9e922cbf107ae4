import type { Tried } from '@carewatch/contracts/http/device-limits'
import type { LimitedMetric } from '@carewatch/contracts/metrics'
import { type CSSProperties, useMemo } from 'react'
import { Ltr } from '../../ui/figures/Ltr.tsx'
import { Figure } from '../../ui/figures/Measured.tsx'
import { Moment } from '../../ui/figures/Moment.tsx'
import { SeverityIcon } from '../../ui/alarms/SeverityMark.tsx'
import { drawn, HEIGHT, WIDTH } from '../../vitals/drawn.ts'
import { marksOfTried } from './tried.ts'
import styles from './TriedGraph.module.css'

const HOUR_MS = 3_600_000

type Props = { name: LimitedMetric; tried: Tried }

function Edge({ name, edge, at }: { name: LimitedMetric; edge: number; at: number }) {
  // Safe: React's types do not know the names of custom properties.
  const place = { '--y': at } as CSSProperties
  return (
    <small className={styles['edge']} style={place}>
      <Ltr>
        <Figure name={name} value={edge} />
      </Ltr>
    </small>
  )
}

/** What was measured, the limits that were tried, and a mark where each alarm would have opened. The words beside it say the same. */
export function TriedGraph({ name, tried }: Props) {
  const { points, limits, from, to } = tried
  const marks = useMemo(() => marksOfTried(tried), [tried])
  const picture = useMemo(
    () => drawn({ span: { from, to }, lines: [points], limits: [limits] }, HOUR_MS),
    [points, limits, from, to],
  )
  const { paths, y, top, bottom } = picture
  const edges = [limits.high, limits.low].filter((edge) => edge !== null)
  return (
    <div className={styles['graph']} aria-hidden>
      <div className={styles['plot']}>
        <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none">
          <rect
            width={WIDTH}
            y={y(limits.high ?? top)}
            height={Math.max(0, y(limits.low ?? bottom) - y(limits.high ?? top))}
          />
          {edges.map((edge) => (
            <line key={edge} x2={WIDTH} y1={y(edge)} y2={y(edge)} />
          ))}
          {paths.map((path) => (
            <path key={path.length} d={path} />
          ))}
        </svg>
        {marks.map(({ at, severity, n }) => (
          <span key={at} className={styles['mark']} style={{ insetInlineStart: `${at * 100}%` }}>
            <SeverityIcon severity={severity} size={18} />
            {n > 1 ? <small>{n}</small> : null}
          </span>
        ))}
        {edges.map((edge) => (
          <Edge key={edge} name={name} edge={edge} at={y(edge) / HEIGHT} />
        ))}
      </div>
      <div className={styles['span']}>
        <Moment at={from} />
        <Moment at={to} />
      </div>
    </div>
  )
}
