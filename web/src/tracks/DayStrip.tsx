import type { LocationDay } from '@carewatch/contracts/http/positions'
import { Title } from '@mantine/core'
import { FormattedDate, FormattedMessage, useIntl } from 'react-intl'
import { roughDuration } from '../ui/figures/duration.ts'
import type { Track } from './days.ts'
import { Metres } from './Metres.tsx'
import styles from './Stage.module.css'

const HOME_M = 300

/** How a day was, in some words. */
function Summary({ day: { fixes, awayMs, farthestM, stops } }: { day: LocationDay }) {
  const intl = useIntl()
  if (fixes === 0) return <FormattedMessage id="location.noFixes" />
  if (awayMs === null) return <FormattedMessage id="location.stops" values={{ n: stops.length }} />
  // Far from home between two holes in what is known: not surely away for any time, and surely not at home.
  if (awayMs === 0 && (farthestM ?? 0) > HOME_M)
    return <FormattedMessage id="location.stops" values={{ n: stops.length }} />
  if (awayMs === 0) return <FormattedMessage id="location.atHome" />
  return (
    <FormattedMessage
      id="location.awayFor"
      values={{
        duration: <bdi key="duration">{roughDuration(intl, Math.max(60, awayMs / 1_000))}</bdi>,
        metres: <Metres key="metres" value={farthestM ?? 0} />,
      }}
    />
  )
}

const shareOf = ({ awayMs, from, to }: LocationDay): number =>
  Math.min(1, (awayMs ?? 0) / Math.max(1, to.getTime() - from.getTime()))

type Props = { track: Track; onPick: (day: string) => void }

/** The last days up to now, the newest first: each says how long they were away, and shows its way when it is picked. */
export function DayStrip({ track: { strip, day, timeZone }, onPick }: Props) {
  return (
    <section className={styles['card']}>
      <Title order={2}>
        <FormattedMessage id="location.dayByDay" />
      </Title>
      <ol className={styles['list']} data-testid="day-strip">
        {strip.toReversed().map((one) => (
          <li key={one.day}>
            <button
              type="button"
              className={styles['row']}
              aria-pressed={one.day === day}
              onClick={() => onPick(one.day)}
            >
              <strong>
                <FormattedDate
                  value={one.from}
                  timeZone={timeZone}
                  weekday="long"
                  day="numeric"
                  month="short"
                />
              </strong>
              <small>
                <Summary day={one} />
              </small>
              <span className={styles['share']} aria-hidden>
                <span style={{ inlineSize: `${shareOf(one) * 100}%` }} />
              </span>
            </button>
          </li>
        ))}
      </ol>
    </section>
  )
}
