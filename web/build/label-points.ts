type Ring = GeoJSON.Position[]

const corner = (ring: Ring, index: number): [number, number] => {
  const [lng = 0, lat = 0] = ring[index % ring.length] ?? []
  return [lng, lat]
}

/** Twice the area of a ring, and its centre. */
function centreOf(ring: Ring): { area: number; at: [number, number] } {
  let area = 0
  let lng = 0
  let lat = 0
  for (let index = 0; index < ring.length; index++) {
    const [x1, y1] = corner(ring, index)
    const [x2, y2] = corner(ring, index + 1)
    const piece = x1 * y2 - x2 * y1
    area += piece
    lng += (x1 + x2) * piece
    lat += (y1 + y2) * piece
  }
  if (area === 0) return { area: 0, at: corner(ring, 0) }
  return { area: Math.abs(area), at: [lng / (3 * area), lat / (3 * area)] }
}

const outerRings = ({ geometry }: GeoJSON.Feature): Ring[] => {
  if (geometry.type === 'Polygon') return geometry.coordinates.slice(0, 1)
  return geometry.type === 'MultiPolygon' ? geometry.coordinates.flatMap((rings) => rings.slice(0, 1)) : []
}

/** Each shape's name once, in the middle of its largest part; larger shapes have the smaller `rank`. */
export function labelPoints({ features }: GeoJSON.FeatureCollection): GeoJSON.FeatureCollection {
  const named = features.flatMap((shape) => {
    const [largest] = outerRings(shape)
      .map(centreOf)
      .toSorted((one, other) => other.area - one.area)
    return largest ? [{ name: String(shape.properties?.['name'] ?? ''), ...largest }] : []
  })
  return {
    type: 'FeatureCollection',
    features: named
      .toSorted((one, other) => other.area - one.area)
      .map(({ name, at }, rank) => ({
        type: 'Feature',
        properties: { name, rank },
        geometry: { type: 'Point', coordinates: at },
      })),
  }
}
