import type { DeviceLocation, PositionSource } from '@carewatch/contracts/http/positions'
import { FormattedMessage } from 'react-intl'
import { Age } from '../ui/figures/Age.tsx'
import { Facts } from '../ui/page/Facts.tsx'
import { Moment } from '../ui/figures/Moment.tsx'
import { useNow } from '../ui/figures/now.ts'
import { metresFromHome } from './areas.ts'
import { Coordinates } from './Coordinates.tsx'
import { Metres } from './Metres.tsx'
import { StateWord } from './Pin.tsx'
import { pinState } from './state.ts'

/** The street, where that is true; of what is not exact enough to say so, what it is. */
function Where({ source, street }: { source: PositionSource; street: string | null }) {
  if (street !== null) {
    return (
      <strong>
        <FormattedMessage id="location.near" values={{ street: <bdi key="street">{street}</bdi> }} />
      </strong>
    )
  }
  if (source === 'GPS') return null
  return (
    <p>
      <FormattedMessage id={`location.wide.${source}`} />
    </p>
  )
}

/** Where a watch was last, in words: what the map shows, for whoever does not see it. */
export function LatestFacts({ location, street }: { location: DeviceLocation; street: string | null }) {
  const now = useNow()
  const { position } = location
  if (!position) {
    return (
      <p>
        <FormattedMessage id="location.noPosition" />
      </p>
    )
  }
  const { time, accuracy, source } = position
  const fromHomeM = metresFromHome(location)
  return (
    <>
      <StateWord state={pinState(location, now)} />
      <Where source={source} street={street} />
      <Facts
        facts={[
          { label: 'location.age', value: <Age at={time} /> },
          { label: 'location.time', value: <Moment at={time} /> },
          { label: 'location.fromHome', value: fromHomeM === null ? null : <Metres value={fromHomeM} /> },
          { label: 'location.accuracy', value: accuracy === null ? null : <Metres value={accuracy} /> },
          { label: 'location.source', value: <FormattedMessage id={`location.source.${source}`} /> },
          { label: 'location.coordinates', value: <Coordinates at={position} /> },
        ]}
      />
    </>
  )
}
