import type { DeviceLocation, Position } from '@carewatch/contracts/http/positions'
import { useMemo } from 'react'
import { MapMarker } from '../map/MapMarker.tsx'
import { ShapeLayer } from '../map/ShapeLayer.tsx'
import { useNow } from '../ui/figures/now.ts'
import { accuracyLooks, accuracyShapes } from './areas.ts'
import { HomePin, Pin } from './Pin.tsx'
import { nameOf, pinState } from './state.ts'

/** Found by what covers streets at once: there is a circle around it, and no point. */
export const isWide = ({ source }: Position): boolean => source === 'CELL' || source === 'WIFI'

/** Home, and the watch with how sure it is of where it is. */
export function LatestLayers({ location }: { location: DeviceLocation }) {
  const now = useNow()
  const { home, position } = location
  const accuracy = useMemo(() => accuracyShapes(position), [position])
  return (
    <>
      <ShapeLayer id="accuracy" shapes={accuracy} looks={accuracyLooks} />
      {home ? (
        <MapMarker at={home} anchor="bottom">
          <HomePin />
        </MapMarker>
      ) : null}
      {position ? (
        <MapMarker at={position}>
          <Pin
            state={pinState(location, now)}
            name={nameOf(location)}
            person={location.wearer}
            isWide={isWide(position)}
          />
        </MapMarker>
      ) : null}
    </>
  )
}
