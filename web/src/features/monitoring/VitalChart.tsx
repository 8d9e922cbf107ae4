import { useComputedColorScheme, VisuallyHidden } from '@mantine/core'
import { metric } from '@carewatch/contracts/metrics'
import { useEffect, useRef } from 'react'
import { type IntlShape, useIntl } from 'react-intl'
import type { Sides } from '../../vitals/bounds.ts'
import type { ChartPlan } from './charts.ts'
import { readInk } from './ink.ts'
import { makePlot, type Plot } from './plot.ts'
import type { Columns } from '../../vitals/series.ts'
import styles from './VitalChart.module.css'

const DAY_MS = 86_400_000

const tickIn = (intl: IntlShape) => (at: Date, stepMs: number) =>
  stepMs >= DAY_MS || (at.getHours() === 0 && at.getMinutes() === 0)
    ? intl.formatDate(at, { day: 'numeric', month: 'short' })
    : intl.formatTime(at, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })

type Props = {
  plan: ChartPlan
  data: Columns
  limits: readonly Sides[]
  from: Date
  to: Date
  label: string
  onPoint: (index: number | null) => void
}

export function VitalChart({ plan, data, limits, from, to, label, onPoint }: Props) {
  const intl = useIntl()
  const scheme = useComputedColorScheme('light')
  const host = useRef<HTMLDivElement>(null)
  const plot = useRef<Plot | null>(null)

  useEffect(() => {
    const element = host.current
    if (!element) return
    const made = makePlot(element, {
      kind: plan.kind,
      labels: plan.metrics,
      limits,
      ink: readInk(),
      tick: tickIn(intl),
      figure: (value) =>
        intl.formatNumber(value, { maximumFractionDigits: metric(plan.metrics[0] ?? 'heartRate').decimals }),
      point: onPoint,
    })
    plot.current = made
    const observer = new ResizeObserver(() => made.fit())
    observer.observe(element)
    return () => {
      observer.disconnect()
      made.remove()
      plot.current = null
    }
  }, [plan, limits, intl, scheme, onPoint])

  useEffect(() => plot.current?.show(data, from, to), [data, from, to, plan, limits, intl, scheme, onPoint])

  return (
    <figure dir="ltr" className={styles['chart']}>
      <VisuallyHidden component="figcaption">{label}</VisuallyHidden>
      <div ref={host} aria-hidden />
    </figure>
  )
}
