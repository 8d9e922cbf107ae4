import type { Device } from '@carewatch/contracts/http/devices'
import { graphs } from '@carewatch/contracts/measurements'
import { incidentsOf } from '@carewatch/contracts/incidents'
import {
  IconAlertTriangle,
  IconBell,
  IconCircleCheck,
  IconDeviceWatchOff,
  IconMoon,
  IconPlugConnectedX,
  IconRoute,
  IconWalk,
} from '@tabler/icons-react'
import { useInterval } from '@mantine/hooks'
import { Link, useRouter } from '@tanstack/react-router'
import { useAtomValue } from 'jotai'
import { type ReactNode, useMemo } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { dayAt } from '../../i18n/zone.ts'
import { useZone, ZoneOf } from '../../i18n/ZoneOf.tsx'
import { useLastWord } from '../../live/last-word.ts'
import { isLoadedAtom, notificationsAtom } from '../../live/notifications.ts'
import { answer, isOf } from '../../ui/alarms/answer.ts'
import { Clock } from '../../ui/figures/Clock.tsx'
import { useNow } from '../../ui/figures/now.ts'
import { dayIn, type Fact } from './day.ts'
import styles from './DayCard.module.css'
import type { LoadedDay } from './load-day.ts'
import { beganOn, type Outing } from './outings.ts'

/** What was measured meanwhile is told. */
const RELOAD_MS = 5 * 60_000

const icons: Record<Fact['kind'], typeof IconMoon> = {
  asUsual: IconCircleCheck,
  alarms: IconBell,
  slept: IconMoon,
  steps: IconWalk,
  out: IconRoute,
  silent: IconPlugConnectedX,
  offWrist: IconDeviceWatchOff,
  outside: IconAlertTriangle,
}

/** From when until when; without an end it goes on. */
function Stretch({ kind, from, to }: Extract<Fact, { kind: 'silent' | 'offWrist' }>) {
  const values = { from: <Clock key="from" at={from} />, to: to ? <Clock key="to" at={to} /> : null }
  return <FormattedMessage id={to ? `today.${kind}` : `today.${kind}.still`} values={values} />
}

const outingText = ({ to, isFromKnown }: Outing) => {
  if (isFromKnown) return to ? 'today.out' : 'today.out.still'
  return to ? 'today.out.until' : 'today.out.atLeast'
}

/** An outing with the day that it began on, where that is not today. */
function Out({ fact, now }: { fact: Outing; now: Date }) {
  const intl = useIntl()
  const zone = useZone()
  const { from, to } = fact
  const values = {
    day: beganOn(from, now, zone),
    date: intl.formatDate(from, { weekday: 'short', day: 'numeric', month: 'short' }),
    from: <Clock key="from" at={from} />,
    to: to ? <Clock key="to" at={to} /> : null,
  }
  return <FormattedMessage id={outingText(fact)} values={values} />
}

function Sentence({ fact, now }: { fact: Fact; now: Date }) {
  const intl = useIntl()
  switch (fact.kind) {
    case 'asUsual':
      return <FormattedMessage id="today.asUsual" />
    case 'alarms':
      return <FormattedMessage id="today.alarms" values={{ n: fact.n }} />
    case 'slept':
      return (
        <FormattedMessage
          id="today.slept"
          values={{ hours: Math.floor(fact.minutes / 60), minutes: fact.minutes % 60 }}
        />
      )
    case 'steps':
      return (
        <>
          <FormattedMessage id="today.steps" values={{ n: fact.n }} />
          {fact.than ? <FormattedMessage id={`today.steps.${fact.than}`} /> : '.'}
        </>
      )
    case 'outside':
      return (
        <FormattedMessage
          id={`today.outside.${fact.side}`}
          values={{ metric: intl.formatMessage({ id: `metric.${fact.metric}` }) }}
        />
      )
    case 'out':
      return <Out fact={fact} now={now} />
    case 'silent':
    case 'offWrist':
      return <Stretch {...fact} />
  }
}

/** What was measured is drawn in the graph of that vital, or of what is measured with it. */
const measured = (name: string) =>
  graphs.find((graph) => graph.metrics.some((metric) => metric === name))?.name ?? 'heartRate'

function graphOf(fact: Fact) {
  if (fact.kind === 'slept') return measured('sleepDeep')
  if (fact.kind === 'steps') return measured('steps')
  return measured(fact.kind === 'outside' ? fact.metric : 'heartRate')
}

/** Where it is to be seen. */
function Source({
  fact,
  device: { uuid: device },
  children,
}: {
  fact: Fact
  device: Device
  children: ReactNode
}) {
  const shared = { className: styles['source'] }
  if (fact.kind === 'alarms')
    return (
      <Link to="/user/notifications" search={{ device }} {...shared}>
        {children}
      </Link>
    )
  if (fact.kind === 'out')
    return (
      <Link to="/user/location" search={{ device, view: 'history' }} {...shared}>
        {children}
      </Link>
    )
  return (
    <Link to="/user/monitoring" search={{ device, metric: graphOf(fact) }} {...shared}>
      {children}
    </Link>
  )
}

/** The sentences of the day as they are now: what was loaded, with the alarms that came since. */
function useDay(device: Device, day: LoadedDay): Fact[] {
  const { uuid: deviceUuid, wearer, expectedIntervalMs } = device
  const notifications = useAtomValue(notificationsAtom)
  // Before anybody knows what is open, nothing is well.
  const isLoaded = useAtomValue(isLoadedAtom)
  const router = useRouter()
  useInterval(() => void router.invalidate(), RELOAD_MS, { autoInvoke: true })
  const lastSeenAt = useLastWord(device)
  const now = useNow()
  const { state } = answer({ deviceUuid, wearer, lastSeenAt, expectedIntervalMs, notifications, now })
  const alarms = useMemo(() => {
    const since = dayAt(day.now, 0, day.zone)
    const own = notifications.filter(
      (each) =>
        each.deviceUuid === deviceUuid &&
        each.type === 'ALARM' &&
        !each.isRehearsal &&
        (each.active || each.createdAt >= since || each.lastAt >= since) &&
        isOf(wearer, each),
    )
    return incidentsOf(own).length
  }, [notifications, day, deviceUuid, wearer])
  const isNow = now.getTime() - day.now.getTime() < RELOAD_MS * 2
  const isWell = state === 'ok' && isLoaded && isNow
  return useMemo(() => dayIn({ ...day, alarms, isWell }), [day, alarms, isWell])
}

/** The day in plain sentences; a tap on one shows where it comes from. */
export function DayCard({ device, day }: { device: Device; day: LoadedDay }) {
  const facts = useDay(device, day)
  return (
    <section className={styles['card']} aria-labelledby="day" data-testid="day">
      <h2 id="day">
        <FormattedMessage id="today.title" />
      </h2>
      <ZoneOf zone={day.zone}>
        {facts.length === 0 ? (
          <p className={styles['none']}>
            <FormattedMessage id="today.nothing" />
          </p>
        ) : (
          <ul>
            {facts.map((each) => {
              const Icon = icons[each.kind]
              const key = 'from' in each ? each.from.getTime() : each.kind === 'outside' ? each.metric : ''
              return (
                <li key={`${each.kind}/${key}`} data-fact={each.kind}>
                  <Source fact={each} device={device}>
                    <Icon size={22} stroke={1.75} aria-hidden />
                    <span>
                      <Sentence fact={each} now={day.now} />
                    </span>
                  </Source>
                </li>
              )
            })}
          </ul>
        )}
      </ZoneOf>
    </section>
  )
}
