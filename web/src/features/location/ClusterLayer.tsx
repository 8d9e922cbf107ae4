import type { DeviceLocation, Position } from '@carewatch/contracts/http/positions'
import { useIntl } from 'react-intl'
import { clustersOf } from '../../map/clusters.ts'
import { MapMarker } from '../../map/MapMarker.tsx'
import { useZoom } from '../../map/use-zoom.ts'
import { useNow } from '../../ui/figures/now.ts'
import { isWide } from '../../tracks/LatestLayers.tsx'
import styles from '../../tracks/Pin.module.css'
import { Pin } from '../../tracks/Pin.tsx'
import { nameOf, pinState, worstOf } from '../../tracks/state.ts'

export type Placed = DeviceLocation & { position: Position }

type Props = {
  locations: readonly Placed[]
  onPick: (location: Placed) => void
  onGather: (members: readonly Placed[]) => void
}

/** Everybody on the map: those too near to one another as a ring in the gravest colour with their number. */
export function ClusterLayer({ locations, onPick, onGather }: Props) {
  const intl = useIntl()
  const now = useNow()
  const zoom = useZoom()
  return clustersOf(locations, ({ position }) => position, zoom).map(({ members, at }) => {
    const [first] = members
    if (!first) return null
    if (members.length === 1) {
      return (
        <MapMarker key={first.deviceUuid} at={at}>
          <Pin
            state={pinState(first, now)}
            name={nameOf(first)}
            person={first.wearer}
            isWide={isWide(first.position)}
            onClick={() => onPick(first)}
          />
        </MapMarker>
      )
    }
    const state = worstOf(members.map((member) => pinState(member, now)))
    const word = intl.formatMessage({ id: `location.state.${state}` })
    return (
      <MapMarker key={`cluster/${first.deviceUuid}`} at={at}>
        <button
          type="button"
          className={styles['cluster']}
          data-state={state}
          aria-label={intl.formatMessage({ id: 'location.cluster' }, { n: members.length, state: word })}
          onClick={() => onGather(members)}
        >
          {intl.formatNumber(members.length)}
        </button>
      </MapMarker>
    )
  })
}
