import type { UsualDay } from '@carewatch/contracts/http/device-limits'
import { type Graphed, graphs } from '@carewatch/contracts/measurements'
import { isLimited, type MetricName } from '@carewatch/contracts/metrics'
import { VisuallyHidden } from '@mantine/core'
import { useId, useMemo } from 'react'
import { FormattedMessage } from 'react-intl'
import type { Sides } from '../vitals/bounds.ts'
import type { Mark } from '../vitals/marks.ts'
import type { Span } from '../vitals/span.ts'
import type { Subject } from '../vitals/subject.ts'
import type { Weeks } from '../vitals/week.ts'
import { ChartCard, type Place } from './ChartCard.tsx'
import { KeysContext } from './CursorSlider.tsx'
import { EventsCard } from './EventsCard.tsx'
import styles from './Graphs.module.css'
import type { Zoom } from './use-zoom.ts'

const NO_LIMITS: Sides = { low: null, high: null }
const NO_MARKS: readonly Mark[] = []

export type Limits = Partial<Record<MetricName, Sides>>

const limitsOf = ({ metrics }: Graphed, limits: Limits): Sides[] =>
  metrics.map((name) => limits[name] ?? NO_LIMITS)

/** Two lines would lie on one another's bands. */
const usualOf = ({ metrics: [only, other] }: Graphed, usual: UsualDay['metrics'] = {}) =>
  only && !other && isLimited(only) ? (usual[only] ?? null) : null

type Props = {
  subject: Subject
  whole: Span
  zoom: Zoom
  limits: Limits
  /** What has been usual, where it is known. */
  usual?: UsualDay['metrics'] | undefined
  /** The week beside the one before it, where a week is shown. */
  weeks?: Weeks | undefined
  /** Null: what happened stands elsewhere on the screen. */
  marks: readonly Mark[] | null
  /** Where a bookmark is being set: takes the moment. */
  onPlace: Place | null
  asTable: boolean
  /** The graph that somebody came for stands on top. */
  first?: string | undefined
  /** This one alone, and no list of what happened. */
  only?: string | undefined
}

/** Every vital of a device or a person over one span, with what happened in it. */
export function Graphs(props: Props) {
  const { subject, whole, zoom, limits, usual, weeks, marks, onPlace, asTable, first, only } = props
  const keysId = useId()
  const limitsByChart = useMemo(() => new Map(graphs.map((plan) => [plan, limitsOf(plan, limits)])), [limits])
  const wanted = graphs.filter(({ name }) => only === undefined || name === only)
  const ordered = wanted.toSorted((one, other) => Number(other.name === first) - Number(one.name === first))
  return (
    <KeysContext value={keysId}>
      <div className={styles['graphs']}>
        {ordered.map((plan) => (
          <ChartCard
            key={plan.name}
            plan={plan}
            subject={subject}
            limits={limitsByChart.get(plan) ?? []}
            usual={usualOf(plan, usual)}
            weeks={weeks}
            whole={whole}
            zoom={zoom}
            marks={marks ?? NO_MARKS}
            onPlace={onPlace}
            asTable={asTable}
          />
        ))}
      </div>
      <VisuallyHidden id={keysId}>
        <FormattedMessage id="monitoring.keys" />
      </VisuallyHidden>
      {only === undefined && marks ? <EventsCard marks={marks} onShow={zoom.show} /> : null}
    </KeysContext>
  )
}
