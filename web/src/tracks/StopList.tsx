import { Title } from '@mantine/core'
import { FormattedMessage } from 'react-intl'
import { Moment } from '../ui/figures/Moment.tsx'
import { Coordinates } from './Coordinates.tsx'
import styles from './Stage.module.css'
import type { Stop } from './track.ts'

const MINUTE_MS = 60_000

/** Where they stayed; a tap goes there. */
export function StopList({ stops, onPick }: { stops: readonly Stop[]; onPick: (stop: Stop) => void }) {
  return (
    <section className={styles['card']}>
      <Title order={2}>
        <FormattedMessage id="location.stops" values={{ n: stops.length }} />
      </Title>
      {stops.length === 0 ? (
        <p>
          <FormattedMessage id="location.noStops" />
        </p>
      ) : (
        <ol className={styles['list']}>
          {stops.map((stop) => (
            <li key={stop.from.getTime()}>
              <button type="button" className={styles['row']} onClick={() => onPick(stop)}>
                <span>
                  <Moment at={stop.from} /> – <Moment at={stop.to} />
                </span>
                <small>
                  <FormattedMessage
                    id="location.stayed"
                    values={{ n: Math.round((stop.to.getTime() - stop.from.getTime()) / MINUTE_MS) }}
                  />
                  {' · '}
                  <Coordinates at={stop} />
                </small>
              </button>
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}
