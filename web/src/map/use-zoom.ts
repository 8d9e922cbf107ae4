import { useSyncExternalStore } from 'react'
import { theMap } from './map.ts'

const subscribe = (changed: () => void) => {
  theMap().on('zoomend', changed)
  return () => {
    theMap().off('zoomend', changed)
  }
}

/** How near the map is, in quarters of a step. */
export const useZoom = (): number =>
  useSyncExternalStore(subscribe, () => Math.round(theMap().getZoom() * 4) / 4)
