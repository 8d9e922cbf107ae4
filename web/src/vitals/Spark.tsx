import type { VitalOverview } from '@carewatch/contracts/http/readings'
import styles from './Spark.module.css'
import { rangeOf, sparkline } from './sparkline.ts'

const box = { width: 240, height: 48 }

/** The last 24 hours at a glance; the figures beside it say the same in words. */
export function Spark({ vitals }: { vitals: readonly VitalOverview[] }) {
  if (!vitals.some(({ lastDay }) => lastDay.length > 1)) return null
  const frame = { ...box, ...rangeOf(vitals.map(({ lastDay }) => lastDay)) }
  return (
    <svg
      className={styles['spark']}
      viewBox={`0 0 ${box.width} ${box.height}`}
      preserveAspectRatio="none"
      aria-hidden
    >
      {vitals.map(({ metric, lastDay, limits }, index) => {
        const { path, band } = sparkline(lastDay, limits, frame)
        return (
          <g key={metric} data-index={index}>
            {band && vitals.length === 1 ? (
              <rect x="0" width={box.width} y={band.y} height={band.height} />
            ) : null}
            <path d={path} />
          </g>
        )
      })}
    </svg>
  )
}
