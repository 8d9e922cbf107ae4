import { freshness } from '@carewatch/contracts/freshness'
import type { VitalOverview } from '@carewatch/contracts/http/readings'
import {
  IconActivityHeartbeat,
  IconArrowBigDownFilled,
  IconArrowBigUpFilled,
  IconBattery3,
  IconCandy,
  IconClockExclamation,
  IconDroplet,
  IconHeartRateMonitor,
  IconLungs,
  IconMoon,
  IconScaleOutline,
  IconThermometer,
  IconWalk,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useMemo } from 'react'
import { FormattedMessage } from 'react-intl'
import { Age } from '../ui/figures/Age.tsx'
import { Ltr } from '../ui/figures/Ltr.tsx'
import { Figure, Sign, Word } from '../ui/figures/Measured.tsx'
import { useNow } from '../ui/figures/now.ts'
import { reportsNone, useModel } from '../ui/devices/use-model.ts'
import { Spark } from './Spark.tsx'
import { graphs, type Tiled } from '@carewatch/contracts/measurements'
import type { TileIcon } from '@carewatch/contracts/metrics'
import { sideOf } from './bounds.ts'
import type { Subject } from './subject.ts'
import { newestOf, useNewest } from './use-newest.ts'
import styles from './VitalTile.module.css'

type Props = {
  tile: Tiled
  subject: Subject
  overview: readonly VitalOverview[]
  /** The device whose graphs a tap opens, at this vital; left out, the tile leads nowhere. */
  graphsOf?: string | undefined
}

const icons: Record<TileIcon, typeof IconMoon> = {
  battery: IconBattery3,
  candy: IconCandy,
  droplet: IconDroplet,
  heartbeat: IconActivityHeartbeat,
  lungs: IconLungs,
  monitor: IconHeartRateMonitor,
  moon: IconMoon,
  scale: IconScaleOutline,
  thermometer: IconThermometer,
  walk: IconWalk,
}

type ValuesProps = {
  vitals: readonly VitalOverview[]
  pick: (vital: VitalOverview) => number | null
  children?: ReactNode
}

/** Figures of one tile side by side: blood pressure is two, everything else is one. */
function Values({ vitals, pick, children }: ValuesProps) {
  return (
    <Ltr>
      {vitals.map((vital, index) => (
        <span key={vital.metric}>
          {index > 0 ? '/' : null}
          <Figure name={vital.metric} value={pick(vital)} />
        </span>
      ))}
      {children}
    </Ltr>
  )
}

const maxima = [
  { id: 'overview.maxToday', pick: ({ maxToday }: VitalOverview) => maxToday },
  { id: 'overview.maxWeek', pick: ({ maxWeek }: VitalOverview) => maxWeek },
] as const

const minima = [
  { id: 'overview.minToday', pick: ({ minToday }: VitalOverview) => minToday ?? null },
  { id: 'overview.minWeek', pick: ({ minWeek }: VitalOverview) => minWeek },
] as const

/** What a day and a week came to: the highest, or the lowest where that is what tells. */
function Extremes({ vitals, byLowest }: { vitals: readonly VitalOverview[]; byLowest: boolean }) {
  return (
    <dl>
      {(byLowest ? minima : maxima).map(({ id, pick }) => (
        <div key={id}>
          <dt>
            <FormattedMessage id={id} />
          </dt>
          <dd>
            <Values vitals={vitals} pick={pick} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** A word and an arrow: who sees no colours, or uses a screen reader, has it too. */
function Outside({ side }: { side: 'above' | 'below' }) {
  const Icon = side === 'above' ? IconArrowBigUpFilled : IconArrowBigDownFilled
  return (
    <em>
      <Icon size={14} aria-hidden />
      <FormattedMessage id={`overview.${side}`} />
    </em>
  )
}

/** The whole tile is the link; its name is the vital's. */
function TileName({ tile, graphsOf }: Pick<Props, 'tile' | 'graphsOf'>) {
  const name = <FormattedMessage id={`metric.${tile.name}`} />
  if (graphsOf === undefined || !graphs.some((graph) => graph.name === tile.name)) return <h2>{name}</h2>
  return (
    <h2>
      <Link to="/user/monitoring" search={{ device: graphsOf, metric: tile.name }} className={styles['open']}>
        {name}
      </Link>
    </h2>
  )
}

export function VitalTile({ tile, subject, overview, graphsOf }: Props) {
  const now = useNow()
  const known = useMemo(
    () => tile.metrics.flatMap((name) => overview.find(({ metric }) => metric === name) ?? []),
    [tile, overview],
  )
  const vitals = useNewest(subject.deviceUuids, known)
  const at = newestOf(vitals)
  const [firstMetric] = tile.metrics
  const everyMs = Math.max(tile.tile.everyMs ?? 0, subject.expectedIntervalMs)
  const age = at ? freshness(now.getTime() - at.getTime(), everyMs) : null
  const isWorthless = vitals.some((vital) => vital.isWorthless === true)
  const isFresh = age === 'FRESH' && !isWorthless
  const side = vitals.map(({ latest, limits }) => sideOf(latest?.value, limits)).find((each) => each !== null)
  const Icon = icons[tile.tile.icon]
  const model = useModel(subject.deviceModel)
  const isUnsupported = !at && reportsNone(model, tile.metrics)
  return (
    <article
      className={styles['tile']}
      data-fresh={isFresh}
      data-outside={side !== undefined}
      data-testid={`vital-${tile.name}`}
    >
      <header>
        <Icon size={20} stroke={1.75} aria-hidden />
        <TileName tile={tile} graphsOf={graphsOf} />
        {side && isFresh ? <Outside side={side} /> : null}
      </header>
      <p className={styles['value']}>
        <Values vitals={vitals} pick={({ latest }) => latest?.value ?? null}>
          {at && firstMetric ? <Sign name={firstMetric} /> : null}
        </Values>
        {at && firstMetric ? <Word name={firstMetric} /> : null}
      </p>
      <p className={styles['age']}>
        {at ? (
          <Age at={at} />
        ) : (
          <FormattedMessage id={isUnsupported ? 'overview.unsupported' : 'overview.nothing'} />
        )}
        {age && !isFresh ? (
          <span className={styles['stale']}>
            <IconClockExclamation size={16} aria-hidden />
            <FormattedMessage id={isWorthless ? 'monitoring.worthless' : `freshness.${age}`} />
          </span>
        ) : null}
      </p>
      <Spark vitals={vitals} />
      {tile.tile.extremes === 'none' || isUnsupported ? null : (
        <Extremes vitals={vitals} byLowest={tile.tile.extremes === 'lowest'} />
      )}
    </article>
  )
}
