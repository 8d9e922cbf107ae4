import { FormattedMessage, useIntl } from 'react-intl'
import type { WeekBeside, Weeks } from '../vitals/week.ts'
import styles from './ChartCard.module.css'

const WEEK = 7

function Steps({ now, before, than }: WeekBeside) {
  const intl = useIntl()
  const change = Math.abs(now.perDay / before.perDay - 1)
  const percent = intl.formatNumber(change, { style: 'percent', maximumFractionDigits: 0 })
  return <FormattedMessage id="week.steps" values={{ n: now.perDay, before: before.perDay, than, percent }} />
}

const clock = (minutes: number) => ({ hours: Math.floor(minutes / 60), minutes: minutes % 60 })

function Sleep({ now, before, than }: WeekBeside) {
  const { hours, minutes } = clock(now.perDay)
  const was = clock(before.perDay)
  return (
    <FormattedMessage
      id="week.sleep"
      values={{
        hours,
        minutes,
        than,
        by: Math.abs(now.perDay - before.perDay),
        hoursBefore: was.hours,
        minutesBefore: was.minutes,
      }}
    />
  )
}

/** One sentence of this week and the one before, and of how many days it is said where some are unknown. */
export function WeekNote({ weeks, graph }: { weeks: Weeks | undefined; graph: string }) {
  const week = graph === 'steps' ? weeks?.steps : graph === 'sleep' ? weeks?.sleep : undefined
  if (!week) return null
  const { now, before } = week
  return (
    <p className={styles['week']} data-testid={`week-${graph}`}>
      {weeks?.isUntilYesterday ? (
        <>
          <FormattedMessage id="week.untilYesterday" />{' '}
        </>
      ) : null}
      {graph === 'steps' ? <Steps {...week} /> : <Sleep {...week} />}
      {now.days < WEEK || before.days < WEEK ? (
        <>
          {' '}
          <FormattedMessage id="week.days" values={{ n: now.days, before: before.days, of: WEEK }} />
        </>
      ) : null}
    </p>
  )
}
