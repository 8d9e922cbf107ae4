import { limitedMetrics, type MetricName } from '@carewatch/contracts/metrics'
import { IconChartLine, IconHeartbeat, IconReportMedical } from '@tabler/icons-react'
import { useMemo } from 'react'
import { FormattedMessage } from 'react-intl'
import { AnswerCard } from '../../ui/alarms/AnswerCard.tsx'
import { LinkButton } from '../../ui/controls/LinkButton.tsx'
import { Ltr } from '../../ui/figures/Ltr.tsx'
import { Figure, Measured } from '../../ui/figures/Measured.tsx'
import { daily, daysIn } from '../../vitals/figures.ts'
import type { Point } from '../../vitals/series.ts'
import type { Span } from '../../vitals/span.ts'
import { DayBars } from './DayBars.tsx'
import { countsOf } from './gravity.ts'
import type { Summary } from './load.ts'
import styles from './SummaryCard.module.css'
import { wornBy } from '../../ui/people/place-name.ts'

function Happened({ happenings }: Pick<Summary, 'happenings'>) {
  const counts = countsOf(happenings)
  return (
    <section>
      <h3>
        <FormattedMessage id="summary.happened" />
      </h3>
      {counts.length === 0 ? (
        <p className={styles['quiet']}>
          <FormattedMessage id="summary.nothingHappened" />
        </p>
      ) : (
        <ul className={styles['rows']}>
          {counts.map(({ kind, n, open }) => (
            <li key={kind}>
              <span>
                <FormattedMessage id={`alarmKind.${kind}`} />
              </span>
              <b>
                <FormattedMessage id="summary.times" values={{ n }} />
              </b>
              {open > 0 ? (
                <em>
                  <FormattedMessage id="notifications.stillOpen" />
                </em>
              ) : null}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function Figures({ overview }: Pick<Summary, 'overview'>) {
  const known = limitedMetrics.flatMap((name) => overview.find((vital) => vital.metric === name) ?? [])
  return (
    <section>
      <h3>
        <FormattedMessage id="summary.figures" />
      </h3>
      <dl className={styles['rows']}>
        {known.map(({ metric: name, latest, isWorthless, minWeek, maxWeek }) => (
          <div key={name}>
            <dt>
              <FormattedMessage id={`metric.${name}`} />
              {isWorthless ? (
                <em>
                  <FormattedMessage id="monitoring.worthless" />
                </em>
              ) : null}
            </dt>
            <dd>
              <b>
                <Measured name={name} value={latest?.value} />
              </b>
              <small>
                <Ltr>
                  <Figure name={name} value={minWeek} />–<Figure name={name} value={maxWeek} />
                </Ltr>
              </small>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

const hoursAsleep = (points: Partial<Record<MetricName, readonly Point[]>>): Point[] => {
  const light = new Map(points.sleepLight?.map(({ time, value }) => [time.getTime(), value]))
  return (points.sleepDeep ?? []).map(({ time, value }) => ({
    time,
    value: Math.round(((value + (light.get(time.getTime()) ?? 0)) / 60) * 10) / 10,
  }))
}

function Days({ history: { points }, span }: Pick<Summary, 'history'> & { span: Span }) {
  const days = useMemo(() => daysIn(span), [span])
  const steps = useMemo(() => daily(points.steps ?? [], days), [points, days])
  const sleep = useMemo(() => daily(hoursAsleep(points), days), [points, days])
  return (
    <>
      <DayBars title="summary.steps" decimals={0} days={days} values={steps} />
      <DayBars title="summary.sleep" decimals={1} days={days} values={sleep} />
    </>
  )
}

/** How one person is, and how the last seven days were. */
export function SummaryCard({ summary, span }: { summary: Summary; span: Span }) {
  const { device, overview, history, happenings } = summary
  const search = { device: device.uuid }
  return (
    <section className={styles['summary']} aria-label={wornBy(device)} data-testid="summary">
      <AnswerCard device={device} battery={null} />
      <div className={styles['week']}>
        <Happened happenings={happenings} />
        <Figures overview={overview} />
        <Days history={history} span={span} />
      </div>
      <div className={styles['links']}>
        <LinkButton
          to="/user/overview"
          search={search}
          variant="default"
          leftSection={<IconHeartbeat size={18} aria-hidden />}
        >
          <FormattedMessage id="menu.today" />
        </LinkButton>
        <LinkButton
          to="/user/monitoring"
          search={{ ...search, range: '1w' }}
          variant="default"
          leftSection={<IconChartLine size={18} aria-hidden />}
        >
          <FormattedMessage id="menu.monitoring" />
        </LinkButton>
        <LinkButton
          to="/user/report"
          search={search}
          variant="default"
          leftSection={<IconReportMedical size={18} aria-hidden />}
        >
          <FormattedMessage id="monitoring.report" />
        </LinkButton>
      </div>
    </section>
  )
}
