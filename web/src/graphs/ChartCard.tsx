import { USUAL_DAYS } from '@carewatch/contracts/http/device-limits'
import type { MetricName } from '@carewatch/contracts/metrics'
import { useAtomValue } from 'jotai'
import { useCallback, useMemo, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import type { Sides } from '../vitals/bounds.ts'
import type { Graphed } from '@carewatch/contracts/measurements'
import { belongsTo, type Mark } from '../vitals/marks.ts'
import { useZone } from '../i18n/ZoneOf.tsx'
import { isWorthlessAt } from '../vitals/history.ts'
import { aligned, gapAfterMs, stacked } from '../vitals/series.ts'
import { type Span, within } from '../vitals/span.ts'
import { isByHour, stepBars } from '../vitals/steps.ts'
import type { Subject } from '../vitals/subject.ts'
import type { Weeks } from '../vitals/week.ts'
import { reportsNone, useModel } from '../ui/devices/use-model.ts'
import styles from './ChartCard.module.css'
import { linesAtom } from './lines.ts'
import { Marks } from './Marks.tsx'
import { pickedOf, Readout, readingText } from './Readout.tsx'
import type { Usual } from './paint.ts'
import type { Zoom } from './use-zoom.ts'
import { type Line, ValuesTable } from './ValuesTable.tsx'
import { VitalChart } from './VitalChart.tsx'
import { WeekNote } from './WeekNote.tsx'

export type Place = (at: Date, metric: MetricName | null) => void

type Props = {
  plan: Graphed
  subject: Subject
  limits: readonly Sides[]
  usual: Usual | null
  weeks: Weeks | undefined
  whole: Span
  zoom: Zoom
  marks: readonly Mark[]
  /** Where a bookmark is being set: takes the moment. */
  onPlace: Place | null
  asTable: boolean
}

function useColumns(lines: readonly Line[], { plan, subject, zoom }: Props) {
  const { spanMs } = zoom.history
  return useMemo(() => {
    const gapMs = gapAfterMs(lines[0]?.points ?? [], Math.max(subject.expectedIntervalMs, spanMs))
    const columns = aligned(
      lines.map(({ points }) => points),
      gapMs,
    )
    return plan.graph === 'bars' ? stacked(columns) : columns
  }, [lines, subject.expectedIntervalMs, spanMs, plan.graph])
}

/** What is shown: the part that was zoomed to, else the whole with what came live since. */
function useSpan({ whole, zoom: { part } }: Props, newest: number): Span {
  return useMemo(
    () => part ?? { from: whole.from, to: new Date(Math.max(whole.to.getTime(), newest * 1000)) },
    [part, whole, newest],
  )
}

/** Number of readings that count, their lowest and highest, without sorting thousands. */
function useFacts(lines: readonly Line[], worthless: readonly Span[]) {
  return useMemo(() => {
    const values = lines.flatMap(({ points }) =>
      points.flatMap(({ time, value }) => (isWorthlessAt(worthless, time) ? [] : [value])),
    )
    const [first = 0] = values
    return {
      n: values.length,
      low: values.reduce((low, value) => Math.min(low, value), first),
      high: values.reduce((high, value) => Math.max(high, value), first),
    }
  }, [lines, worthless])
}

const UsualNote = () => (
  <p className={styles['hatched']} data-means="usual">
    <i aria-hidden />
    <FormattedMessage id="monitoring.usual" values={{ days: USUAL_DAYS }} />
  </p>
)

/** What the hatching means, where there is any. */
function HatchedNote({ spans, whole }: { spans: readonly Span[]; whole: Span }) {
  if (!spans.some((span) => within(span, whole))) return null
  return (
    <p className={styles['hatched']}>
      <i aria-hidden />
      <FormattedMessage id="monitoring.hatched" />
    </p>
  )
}

/** Steps are counted in bars, whatever the watch counts in; as figures they stay what was sent. */
function useLines({ plan, subject, whole, zoom, asTable }: Props): readonly Line[] {
  const zone = useZone()
  const span = zoom.part ?? whole
  const { history } = zoom
  const lines = useAtomValue(
    useMemo(() => linesAtom(subject.deviceUuids, plan, history), [subject, plan, history]),
  )
  return useMemo(
    () =>
      plan.name === 'steps' && !asTable
        ? lines.map(({ name, points }) => ({ name, points: stepBars(points, span, zone) }))
        : lines,
    [lines, plan, asTable, span, zone],
  )
}

/** What one bar of the steps stands for is said, for nobody sees it. */
function useTitle({ plan, whole, zoom, asTable }: Props): string {
  const intl = useIntl()
  if (plan.name !== 'steps' || asTable) return intl.formatMessage({ id: `metric.${plan.name}` })
  return intl.formatMessage({
    id: isByHour(zoom.part ?? whole) ? 'monitoring.stepsHour' : 'monitoring.stepsDay',
  })
}

const Empty = ({ isUnsupported }: { isUnsupported: boolean }) => (
  <p className={styles['empty']}>
    <FormattedMessage id={isUnsupported ? 'overview.unsupported' : 'monitoring.empty'} />
  </p>
)

/** Where nothing is hatched. */
const NONE: readonly Span[] = []

export function ChartCard(props: Props) {
  const { plan, subject, limits, usual, zoom, marks, onPlace, asTable } = props
  const intl = useIntl()
  const lines = useLines(props)
  const [index, setIndex] = useState<number | null>(null)
  const data = useColumns(lines, props)
  const span = useSpan(props, data[0].at(-1) ?? 0)
  const worthless = zoom.history.worthless[plan.name] ?? NONE
  const readout = {
    worthless,
    ofDay: !asTable && plan.name === 'steps' && !isByHour(zoom.part ?? props.whole),
  }
  const facts = useFacts(lines, worthless)
  const own = useMemo(() => marks.filter((mark) => belongsTo(mark, plan)), [marks, plan])
  const [only, second] = plan.metrics
  const place = useCallback(
    (row: number) => onPlace?.(new Date((data[0][row] ?? 0) * 1000), second ? null : (only ?? null)),
    [onPlace, data, only, second],
  )
  const title = useTitle(props)
  const model = useModel(subject.deviceModel)
  const picked = pickedOf(lines, index === null ? null : (data[0][index] ?? null))
  return (
    <section className={styles['card']} aria-label={title} data-testid={`chart-${plan.name}`}>
      <header>
        <h2>{title}</h2>
        <Readout picked={picked} {...readout} />
      </header>
      {zoom.part ? null : <WeekNote weeks={props.weeks} graph={plan.name} />}
      {data[0].length === 0 ? (
        <Empty isUnsupported={reportsNone(model, plan.metrics)} />
      ) : asTable ? (
        <ValuesTable lines={lines} caption={title} worthless={worthless} />
      ) : (
        <VitalChart
          plan={plan}
          data={data}
          limits={limits}
          usual={usual}
          span={span}
          worthless={worthless}
          label={intl.formatMessage({ id: 'monitoring.chart' }, { metric: title, ...facts })}
          reading={readingText(intl, picked, readout)}
          index={index}
          zoom={zoom}
          onPoint={setIndex}
          onPick={onPlace && place}
          isMarked={own.length > 0}
        >
          <Marks marks={own} span={span} />
        </VitalChart>
      )}
      {usual && !asTable ? <UsualNote /> : null}
      <HatchedNote spans={worthless} whole={span} />
    </section>
  )
}
