import type { FeatureCollection } from 'geojson'
import type { AddLayerObject, GeoJSONSource } from 'maplibre-gl'
import { useEffect } from 'react'
import { theMap } from './map.ts'

/** A layer without its source, which is the shapes. */
export type Look =
  Exclude<AddLayerObject, { type: 'background' | 'custom' }> extends infer Layer
    ? Layer extends { id: string }
      ? Omit<Layer, 'source'>
      : never
    : never

type Props = { id: string; shapes: FeatureCollection; looks: readonly Look[] }

const nothing: FeatureCollection = { type: 'FeatureCollection', features: [] }

/** Shapes on the map, drawn in one or more ways. `looks` is a constant. */
export function ShapeLayer({ id, shapes, looks }: Props) {
  useEffect(() => {
    const map = theMap()
    map.addSource(id, { type: 'geojson', data: nothing })
    // Safe: a look and a source make a layer.
    for (const look of looks) map.addLayer({ ...look, source: id } as AddLayerObject)
    return () => {
      for (const look of looks) if (map.getLayer(look.id)) map.removeLayer(look.id)
      if (map.getSource(id)) map.removeSource(id)
    }
  }, [id, looks])
  useEffect(() => {
    void theMap().getSource<GeoJSONSource>(id)?.setData(shapes)
  }, [id, shapes])
  return null
}
