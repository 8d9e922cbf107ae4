import { freshness } from '@carewatch/contracts/freshness'
import type { Point } from '@carewatch/contracts/http/readings'
import { WARD_LINE_MS, type WardPerson } from '@carewatch/contracts/http/ward'
import { VisuallyHidden } from '@mantine/core'
import { IconActivityHeartbeat, IconHeartRateMonitor, IconLungs, IconThermometer } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { FormattedMessage, FormattedNumber } from 'react-intl'
import { spanOf } from '../../ui/figures/age.ts'
import { Ltr } from '../../ui/figures/Ltr.tsx'
import { Figure, Sign } from '../../ui/figures/Measured.tsx'
import { useNow } from '../../ui/figures/now.ts'
import { pulsePath } from './pulse-line.ts'
import { pulseNow, useValue } from './use-values.ts'
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

type Of = { person: WardPerson; expectedIntervalMs: number }

/** Each by itself: of many that come live in a second only its own figure is painted anew. */
function One({ person, name, expectedIntervalMs }: Of & { name: 'heartRate' | 'spo2' | 'temperature' }) {
  const point = useValue(person, name)
  if (!point) return null
  return (
    <Value of={name} at={point.time} expectedIntervalMs={expectedIntervalMs}>
      <Figure name={name} value={point.value} />
      {name === 'temperature' ? '°' : <Sign name={name} />}
    </Value>
  )
}

function Pressure({ person, expectedIntervalMs }: Of) {
  const [systolic, diastolic] = [useValue(person, 'systolic'), useValue(person, 'diastolic')]
  if (!systolic || !diastolic) return null
  return (
    <Value of="bloodPressure" at={older(systolic, diastolic)} expectedIntervalMs={expectedIntervalMs}>
      <Figure name="systolic" value={systolic.value} />/
      <Figure name="diastolic" value={diastolic.value} />
    </Value>
  )
}

/** What was measured last of somebody, each with its age. */
export function Values({ person }: { person: WardPerson }) {
  const expectedIntervalMs = Math.max(EVERY_MS, ...person.devices.map((device) => device.expectedIntervalMs))
  const of = { person, expectedIntervalMs }
  return (
    <>
      <ul className={styles['values']}>
        <One {...of} name="heartRate" />
        <One {...of} name="spo2" />
      </ul>
      <ul className={styles['values']}>
        <Pressure {...of} />
        <One {...of} name="temperature" />
      </ul>
      <span className={styles['none']}>
        <FormattedMessage id="ward.noValue" />
      </span>
    </>
  )
}

const box = { width: 200, height: 32 }

/** The pulse of six hours at a glance; the figure beside it says the newest in words. */
export function PulseLine({ person }: { person: WardPerson }) {
  const now = useNow()
  const points = pulseNow(person, now)
  const to = now.getTime()
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
