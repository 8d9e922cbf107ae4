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
import { BesideChoice, BesideReadout, besideText, useBeside } from './Beside.tsx'
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

/** What is measured together pauses together. */
function withGap(lines: readonly Line[], expectedMs: number) {
  const gapMs = gapAfterMs(lines[0]?.points ?? [], expectedMs)
  return lines.map(({ points }) => ({ points, gapMs }))
}

function useColumns(lines: readonly Line[], beside: readonly Line[], { plan, subject, zoom }: Props) {
  const expectedMs = Math.max(subject.expectedIntervalMs, zoom.history.spanMs)
  return useMemo(() => {
    const columns = aligned([...withGap(lines, expectedMs), ...withGap(beside, expectedMs)])
    return plan.graph === 'bars' ? stacked(columns) : columns
  }, [lines, beside, expectedMs, plan.graph])
}

/** What is shown: the part that was zoomed to, else the whole with what came live since. */
function useSpan({ whole, zoom: { part } }: Props, newest: number): Span {
  return useMemo(
    () => part ?? { from: whole.from, to: new Date(Math.max(whole.to.getTime(), newest * 1000)) },
    [part, whole, newest],
  )
}

/** What the graph is in words: number of readings that count, their lowest and highest, without sorting thousands. */
function useLabel(title: string, lines: readonly Line[], worthless: readonly Span[]): string {
  const intl = useIntl()
  const facts = useMemo(() => {
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
  return intl.formatMessage({ id: 'monitoring.chart' }, { metric: title, ...facts })
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

/** Takes the moment of a row for a bookmark: of its metric, where it is one alone. */
function usePlace({ plan, onPlace }: Props, times: readonly number[]) {
  const [only, second] = plan.metrics
  return useCallback(
    (row: number) => onPlace?.(new Date((times[row] ?? 0) * 1000), second ? null : (only ?? null)),
    [onPlace, times, only, second],
  )
}

export function ChartCard(props: Props) {
  const { plan, subject, limits, usual, zoom, marks, onPlace, asTable } = props
  const intl = useIntl()
  const lines = useLines(props)
  const beside = useBeside(plan, subject, zoom.history)
  const shown = asTable ? null : beside.plan
  const [index, setIndex] = useState<number | null>(null)
  const data = useColumns(lines, beside.lines, props)
  const span = useSpan(props, data[0].at(-1) ?? 0)
  const worthless = zoom.history.worthless[plan.name] ?? NONE
  const readout = {
    worthless,
    ofDay: !asTable && plan.name === 'steps' && !isByHour(zoom.part ?? props.whole),
  }
  const own = useMemo(() => marks.filter((mark) => belongsTo(mark, plan)), [marks, plan])
  const place = usePlace(props, data[0])
  const title = useTitle(props)
  const label = useLabel(title, lines, worthless)
  const model = useModel(subject.deviceModel)
  const at = index === null ? null : (data[0][index] ?? null)
  const picked = pickedOf(lines, at)
  const reading = [readingText(intl, picked, readout), besideText(intl, beside, at)].filter(Boolean)
  return (
    <section className={styles['card']} aria-label={title} data-testid={`chart-${plan.name}`}>
      <header>
        <h2>{title}</h2>
        {asTable || data[0].length === 0 ? null : <BesideChoice beside={beside} />}
        <Readout picked={picked} {...readout} isNamed={shown !== null} />
        {shown ? <BesideReadout beside={beside} at={at} after={lines.length} /> : null}
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
          label={label}
          reading={intl.formatList(reading, { type: 'unit' })}
          beside={shown}
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
