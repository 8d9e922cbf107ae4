import { useComputedColorScheme } from '@mantine/core'
import { metric } from '@carewatch/contracts/metrics'
import { type ReactNode, useCallback, useEffect, useRef } from 'react'
import { type IntlShape, useIntl } from 'react-intl'
import type { Sides } from '../vitals/bounds.ts'
import type { Graphed } from '@carewatch/contracts/measurements'
import type { Columns } from '../vitals/series.ts'
import type { Span } from '../vitals/span.ts'
import { CursorSlider } from './CursorSlider.tsx'
import { useZone } from '../i18n/ZoneOf.tsx'
import { wallOf } from '../i18n/zone.ts'
import { readInk } from './ink.ts'
import type { Usual } from './paint.ts'
import { makePlot, type Plot } from './plot.ts'
import { useLatest } from './use-latest.ts'
import type { Zoom } from './use-zoom.ts'
import styles from './VitalChart.module.css'

const DAY_MS = 86_400_000

const tickIn = (intl: IntlShape, zone: string) => (at: Date, stepMs: number) => {
  const { hour, minute } = wallOf(at, zone)
  return stepMs >= DAY_MS || (hour === 0 && minute === 0)
    ? intl.formatDate(at, { day: 'numeric', month: 'short' })
    : intl.formatTime(at, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
}

const figureOf =
  (intl: IntlShape, { metrics: [first] }: Graphed) =>
  (value: number): string =>
    intl.formatNumber(value, { maximumFractionDigits: metric(first ?? 'heartRate').decimals })

type Props = {
  plan: Graphed
  /** Its lines follow in `data`, on a scale of their own. */
  beside: Graphed | null
  data: Columns
  limits: readonly Sides[]
  usual: Usual | null
  span: Span
  /** When what was measured does not count. */
  worthless: readonly Span[]
  label: string
  /** What the cursor is on, in words. */
  reading: string
  index: number | null
  zoom: Zoom
  onPoint: (index: number | null) => void
  onPick: ((index: number) => void) | null
  isMarked: boolean
  children: ReactNode
}

/** The plot in its host: made anew where what it draws is another, else fed. */
function usePlot(props: Props) {
  const { plan, beside, data, limits, usual, span, worthless, zoom, onPoint, onPick } = props
  const intl = useIntl()
  const zone = useZone()
  const scheme = useComputedColorScheme('light')
  const host = useRef<HTMLDivElement>(null)
  const plot = useRef<Plot | null>(null)
  const latest = useLatest({ zoom, onPick })

  useEffect(() => {
    const element = host.current
    if (!element) return
    const made = makePlot(element, {
      kind: plan.name === 'steps' ? 'bars' : plan.graph,
      labels: plan.metrics,
      limits,
      usual,
      ink: readInk(),
      zone,
      tick: tickIn(intl, zone),
      figure: figureOf(intl, plan),
      beside: beside && { labels: beside.metrics, figure: figureOf(intl, beside) },
      point: onPoint,
      zoom: (part) => latest.current.zoom.show(part),
      pinch: (around, factor) => latest.current.zoom.pinch(around, factor),
      click: (picked) => latest.current.onPick?.(picked),
    })
    plot.current = made
    const observer = new ResizeObserver(() => made.fit())
    observer.observe(element)
    return () => {
      observer.disconnect()
      made.remove()
      plot.current = null
    }
  }, [plan, beside, limits, usual, intl, zone, scheme, onPoint, latest])

  useEffect(
    () => plot.current?.show(data, span, worthless),
    [data, span, worthless, plan, beside, limits, usual, intl, scheme, onPoint],
  )

  return { host, pointAt: useCallback((at: number) => plot.current?.pointAt(at), []) }
}

export function VitalChart(props: Props) {
  const { beside, data, span, zoom, onPick } = props
  const { host, pointAt } = usePlot(props)
  return (
    <figure
      dir="ltr"
      className={styles['chart']}
      data-placing={onPick !== null}
      data-marked={props.isMarked}
      data-beside={beside !== null}
    >
      <div ref={host} className={styles['plot']} aria-hidden />
      {props.children}
      <CursorSlider
        times={data[0]}
        values={data}
        span={span}
        index={props.index}
        label={props.label}
        reading={props.reading}
        zoom={zoom}
        onStep={pointAt}
        onPick={onPick}
      />
    </figure>
  )
}
