import type { Device } from '@carewatch/contracts/http/devices'
import { useAtomValue } from 'jotai'
import { useCallback, useMemo, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Measured } from '../../ui/Measured.tsx'
import type { Sides } from '../../vitals/bounds.ts'
import styles from './ChartCard.module.css'
import type { ChartPlan } from './charts.ts'
import type { History } from '../../vitals/history.ts'
import { linesAtom } from './lines.ts'
import { aligned, gapAfterMs, stacked } from '../../vitals/series.ts'
import { type Line, ValuesTable } from './ValuesTable.tsx'
import { VitalChart } from './VitalChart.tsx'

type Props = {
  plan: ChartPlan
  device: Device
  history: History
  limits: readonly Sides[]
  from: Date
  to: Date
  asTable: boolean
}

/** What the pointer is on, else the newest. */
function Readout({ lines, at }: { lines: readonly Line[]; at: number | null }) {
  const intl = useIntl()
  const picked = lines.map(({ name, points }) => ({
    name,
    point: at === null ? points.at(-1) : points.findLast(({ time }) => time.getTime() / 1000 <= at),
  }))
  const time = picked[0]?.point?.time
  return (
    <p className={styles['readout']}>
      {picked.map(({ name, point }, index) => (
        <span key={name} data-index={index}>
          {lines.length > 1 ? (
            <i>
              <FormattedMessage id={`metric.${name}`} />
            </i>
          ) : null}
          <b>
            <Measured name={name} value={point?.value} />
          </b>
        </span>
      ))}
      {time ? (
        <time>
          {intl.formatDate(time, {
            day: 'numeric',
            month: 'short',
            hour: '2-digit',
            minute: '2-digit',
            hourCycle: 'h23',
          })}
        </time>
      ) : null}
    </p>
  )
}

export function ChartCard({ plan, device, history, limits, from, to: loadedAt, asTable }: Props) {
  const intl = useIntl()
  const lines = useAtomValue(
    useMemo(() => linesAtom(device.uuid, plan, history), [device.uuid, plan, history]),
  )
  const [index, setIndex] = useState<number | null>(null)
  const pick = useCallback((picked: number | null) => setIndex(picked), [])
  const data = useMemo(() => {
    const expectedMs = Math.max(device.expectedIntervalMs, history.spanMs)
    const columns = aligned(
      lines.map(({ points }) => points),
      gapAfterMs(lines[0]?.points ?? [], expectedMs),
    )
    return plan.kind === 'bars' ? stacked(columns) : columns
  }, [lines, device, history, plan])
  const to = useMemo(
    () => new Date(Math.max(loadedAt.getTime(), (data[0].at(-1) ?? 0) * 1000)),
    [data, loadedAt],
  )
  const values = lines.flatMap(({ points }) => points.map(({ value }) => value))
  const title = intl.formatMessage({
    id: plan.title === 'sleep' ? 'monitoring.sleep' : `metric.${plan.title}`,
  })
  const label = intl.formatMessage(
    { id: 'monitoring.chart' },
    { metric: title, n: values.length, low: lowest(values) ?? '—', high: highest(values) ?? '—' },
  )
  return (
    <section className={styles['card']} aria-label={title} data-testid={`chart-${plan.title}`}>
      <header>
        <h2>{title}</h2>
        <Readout lines={lines} at={index === null ? null : (data[0][index] ?? null)} />
      </header>
      {values.length === 0 ? (
        <p className={styles['empty']}>
          <FormattedMessage id="monitoring.empty" />
        </p>
      ) : asTable ? (
        <ValuesTable lines={lines} caption={title} />
      ) : (
        <VitalChart
          plan={plan}
          data={data}
          limits={limits}
          from={from}
          to={to}
          label={label}
          onPoint={pick}
        />
      )}
    </section>
  )
}

const lowest = (values: readonly number[]): number | undefined => values.toSorted((a, b) => a - b)[0]
const highest = (values: readonly number[]): number | undefined => values.toSorted((a, b) => b - a)[0]
