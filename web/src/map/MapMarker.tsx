import type { Place } from '@carewatch/contracts/http/fields'
import { Marker } from 'maplibre-gl'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { createPortal } from 'react-dom'
import { theMap } from './map.ts'

const ABOVE_PX: [number, number] = [0, -20]

type Props = {
  at: Place
  /** `bottom`: it stands above the place, and leaves the place itself to somebody else. */
  anchor?: 'center' | 'bottom'
  /** The higher stands above the lower. */
  level?: number
  /** It can be dragged, and this is called with where it was dropped. */
  onDrop?: (at: Place) => void
  children: ReactNode
}

/** Something of ours that stands at a place of the map. */
export function MapMarker({ at: { lat, lng }, anchor = 'center', level, onDrop, children }: Props) {
  const [element] = useState(() => document.createElement('div'))
  const [marker] = useState(
    () => new Marker({ element, anchor, offset: anchor === 'bottom' ? ABOVE_PX : [0, 0] }),
  )
  const dropped = useEffectEvent(() => {
    const { lat, lng } = marker.getLngLat()
    onDrop?.({ lat, lng })
  })
  useEffect(() => {
    marker.getElement().style.zIndex = level === undefined ? '' : String(level)
  }, [marker, level])
  const isDraggable = onDrop !== undefined
  useEffect(() => {
    marker.setLngLat([lng, lat])
  }, [marker, lat, lng])
  useEffect(() => {
    marker.setDraggable(isDraggable)
    marker.on('dragend', dropped)
    marker.addTo(theMap())
    return () => {
      marker.off('dragend', dropped)
      marker.remove()
    }
  }, [marker, isDraggable])
  return createPortal(children, element)
}
