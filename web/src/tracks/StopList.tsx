import type { Stop } from '@carewatch/contracts/http/positions'
import { Title } from '@mantine/core'
import { FormattedMessage, useIntl } from 'react-intl'
import { isElsewhere, viewerZone } from '../i18n/zone.ts'
import { roughDuration } from '../ui/figures/duration.ts'
import { Ltr } from '../ui/figures/Ltr.tsx'
import { Coordinates } from './Coordinates.tsx'
import styles from './Stage.module.css'

const secondsOf = ({ from, to }: Stop): number => Math.max(60, (to.getTime() - from.getTime()) / 1_000)

/** By its name; where it has none, by its coordinates. */
function PlaceName({ stop: { place, lat, lng } }: { stop: Stop }) {
  if (place === null) return <Coordinates at={{ lat, lng }} />
  if (place.kind === 'HOME') return <FormattedMessage id="location.home" />
  if (place.kind === 'FENCE') return <bdi>{place.name}</bdi>
  return <FormattedMessage id="location.near" values={{ street: <bdi key="street">{place.name}</bdi> }} />
}

type Props = { stops: readonly Stop[]; timeZone: string; onPick: (stop: Stop) => void }

/** Where they stayed, by the clocks of where they were; a tap goes there. */
export function StopList({ stops, timeZone, onPick }: Props) {
  const intl = useIntl()
  const clock = (at: Date) =>
    intl.formatTime(at, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone })
  const isFar = isElsewhere(
    timeZone,
    viewerZone(),
    stops.map(({ from }) => from),
  )
  return (
    <section className={styles['card']}>
      <Title order={2}>
        <FormattedMessage id="location.stops" values={{ n: stops.length }} />
      </Title>
      {isFar ? (
        <small>
          <FormattedMessage id="location.clocksOf" values={{ zone: <Ltr key="zone">{timeZone}</Ltr> }} />
        </small>
      ) : null}
      {stops.length === 0 ? (
        <p>
          <FormattedMessage id="location.noStops" />
        </p>
      ) : (
        <ol className={styles['list']} data-testid="stops">
          {stops.map((stop) => (
            <li key={stop.from.getTime()}>
              <button type="button" className={styles['row']} onClick={() => onPick(stop)}>
                <strong>
                  <PlaceName stop={stop} />
                </strong>
                <small>
                  <Ltr>{`${clock(stop.from)}–${clock(stop.to)}`}</Ltr>
                  {' · '}
                  <bdi>{roughDuration(intl, secondsOf(stop))}</bdi>
                </small>
              </button>
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}
