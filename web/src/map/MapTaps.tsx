import type { Place } from '@carewatch/contracts/http/fields'
import type { MapMouseEvent } from 'maplibre-gl'
import { useEffect, useEffectEvent } from 'react'
import { theMap } from './map.ts'

/** Hears where the map is tapped; a component of its own, because the map is there only inside `MapView`. */
export function MapTaps({ onTap }: { onTap: (at: Place) => void }) {
  const tapped = useEffectEvent(({ lngLat: { lat, lng } }: MapMouseEvent) => onTap({ lat, lng }))
  useEffect(() => {
    const map = theMap()
    map.on('click', tapped)
    map.getCanvas().style.cursor = 'crosshair'
    return () => {
      map.off('click', tapped)
      map.getCanvas().style.cursor = ''
    }
  }, [])
  return null
}
