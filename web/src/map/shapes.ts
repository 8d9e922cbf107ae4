import type { Feature, FeatureCollection } from 'geojson'
import type { Place } from '@carewatch/contracts/http/fields'

const pair = ({ lng, lat }: Place): [number, number] => [lng, lat]
type Properties = Record<string, string | number | boolean>

export const collection = (features: Feature[]): FeatureCollection => ({
  type: 'FeatureCollection',
  features,
})

export const lineOf = (places: readonly Place[], properties: Properties = {}): Feature => ({
  type: 'Feature',
  properties,
  geometry: { type: 'LineString', coordinates: places.map(pair) },
})

/** The line comes back to its first corner. */
export const areaOf = (corners: readonly Place[], properties: Properties = {}): Feature => ({
  type: 'Feature',
  properties,
  geometry: { type: 'Polygon', coordinates: [[...corners, ...corners.slice(0, 1)].map(pair)] },
})

export const pointOf = (place: Place, properties: Properties = {}): Feature => ({
  type: 'Feature',
  properties,
  geometry: { type: 'Point', coordinates: pair(place) },
})
