import { freshness } from '@carewatch/contracts/freshness'
import type { Point } from '@carewatch/contracts/http/readings'
import { WARD_LINE_MS, type WardPerson } from '@carewatch/contracts/http/ward'
import type { MetricName } from '@carewatch/contracts/metrics'
import { VisuallyHidden } from '@mantine/core'
import { IconActivityHeartbeat, IconHeartRateMonitor, IconLungs, IconThermometer } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { FormattedMessage, FormattedNumber } from 'react-intl'
import { spanOf } from '../../ui/figures/age.ts'
import { Ltr } from '../../ui/figures/Ltr.tsx'
import { Figure, Sign } from '../../ui/figures/Measured.tsx'
import { useNow } from '../../ui/figures/now.ts'
import { pulsePath } from './pulse-line.ts'
import { usePulse, useValue } from './use-values.ts'
import styles from './Ward.module.css'

const icons = {
  heartRate: IconActivityHeartbeat,
  spo2: IconLungs,
  bloodPressure: IconHeartRateMonitor,
  temperature: IconThermometer,
}

/** How old, in as few letters as the language has for it. */
function ShortAge({ ms }: { ms: number }) {
  const span = spanOf(Math.max(0, ms))
  // The freshest takes no room: it is the old ones that have to say so.
  if (span === 'now')
    return (
      <VisuallyHidden>
        <FormattedMessage id="age.now" />
      </VisuallyHidden>
    )
  // What stands in the props of this element is a style of Intl, not of the page.
  return <FormattedNumber value={span.value} style="unit" unit={span.unit} unitDisplay="narrow" />
}

type ValueProps = {
  of: keyof typeof icons
  at: Date
  expectedIntervalMs: number
  children: ReactNode
}

/** One figure with its age; an old one is paler, and says so by its age. */
function Value({ of, at, expectedIntervalMs, children }: ValueProps) {
  const now = useNow()
  const ageMs = now.getTime() - at.getTime()
  const Icon = icons[of]
  return (
    <li data-of={of} data-old={freshness(ageMs, expectedIntervalMs) !== 'FRESH'} data-testid={`ward-${of}`}>
      <Icon size="0.95em" aria-hidden />
      <VisuallyHidden>
        <FormattedMessage id={`metric.${of}`} />
      </VisuallyHidden>
      <b>
        <Ltr>{children}</Ltr>
      </b>
      <time dateTime={at.toISOString()}>
        <ShortAge ms={ageMs} />
      </time>
    </li>
  )
}

const older = (one: Point, other: Point): Date => (one.time < other.time ? one.time : other.time)

/** Vitals are measured at least this often, whatever a watch says of where it is. */
const EVERY_MS = 30 * 60_000

/** What was measured last of somebody, each with its age. */
export function Values({ person }: { person: WardPerson }) {
  const expectedIntervalMs = Math.max(EVERY_MS, ...person.devices.map((device) => device.expectedIntervalMs))
  const [pulse, oxygen] = [useValue(person, 'heartRate'), useValue(person, 'spo2')]
  const [systolic, diastolic] = [useValue(person, 'systolic'), useValue(person, 'diastolic')]
  const temperature = useValue(person, 'temperature')
  const one = (of: keyof typeof icons, name: MetricName, point: Point | null) =>
    point ? (
      <Value of={of} at={point.time} expectedIntervalMs={expectedIntervalMs}>
        <Figure name={name} value={point.value} />
        {name === 'temperature' ? '°' : <Sign name={name} />}
      </Value>
    ) : null
  if (!pulse && !oxygen && !systolic && !temperature)
    return (
      <span className={styles['marks']}>
        <FormattedMessage id="ward.noValue" />
      </span>
    )
  return (
    <ul className={styles['values']}>
      {one('heartRate', 'heartRate', pulse)}
      {one('spo2', 'spo2', oxygen)}
      {systolic && diastolic ? (
        <Value of="bloodPressure" at={older(systolic, diastolic)} expectedIntervalMs={expectedIntervalMs}>
          <Figure name="systolic" value={systolic.value} />/
          <Figure name="diastolic" value={diastolic.value} />
        </Value>
      ) : null}
      {one('temperature', 'temperature', temperature)}
    </ul>
  )
}

const box = { width: 200, height: 32 }

/** The pulse of six hours at a glance; the figure beside it says the newest in words. */
export function PulseLine({ person }: { person: WardPerson }) {
  const points = usePulse(person)
  const to = useNow().getTime()
  if (points.length < 2) return null
  return (
    <svg
      className={styles['line']}
      viewBox={`0 0 ${box.width} ${box.height}`}
      preserveAspectRatio="none"
      aria-hidden
    >
      <path d={pulsePath(points, { from: to - WARD_LINE_MS, to }, box)} />
    </svg>
  )
}
