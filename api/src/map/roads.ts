import { VectorTile } from '@mapbox/vector-tile'
import { PbfReader } from 'pbf'

export type Spot = { x: number; y: number }
/** A road with its names by the language of each; `''`: as people there write it. */
export type Road = { names: ReadonlyMap<string, string>; lines: readonly (readonly Spot[])[] }
/** In parts of a tile's side, from its north-western corner. */
export type Roads = readonly Road[]

/** Where nobody walks a street: rails, ferries, ropeways, runways. */
const STREETS = new Set(['highway', 'major_road', 'minor_road', 'path', 'other'])
const ROAD_LINES = 2

function namesOf(properties: Record<string, unknown>): Map<string, string> {
  const names = new Map<string, string>()
  for (const [key, value] of Object.entries(properties)) {
    const [, language] = /^name(?::(\w{2,3}))?$/.exec(key) ?? [undefined, undefined]
    if ((key === 'name' || language) && typeof value === 'string' && value.trim() !== '')
      names.set(language ?? '', value.trim())
  }
  return names
}

/** The named roads of a tile of a Protomaps basemap. */
export function roadsOf(tile: Uint8Array): Roads {
  const layer = new VectorTile(new PbfReader(tile)).layers['roads']
  if (!layer) return []
  return Array.from({ length: layer.length }, (_, index) => layer.feature(index)).flatMap((feature) => {
    const { properties, type } = feature
    if (type !== ROAD_LINES || !STREETS.has(String(properties['kind']))) return []
    const names = namesOf(properties)
    if (!names.has('')) return []
    const lines = feature
      .loadGeometry()
      .map((line) => line.map(({ x, y }) => ({ x: x / feature.extent, y: y / feature.extent })))
    return [{ names, lines }]
  })
}

function fromPiece(spot: Spot, from: Spot, to: Spot): number {
  const [dx, dy] = [to.x - from.x, to.y - from.y]
  const square = dx * dx + dy * dy
  const along = square === 0 ? 0 : ((spot.x - from.x) * dx + (spot.y - from.y) * dy) / square
  const part = Math.min(1, Math.max(0, along))
  return Math.hypot(spot.x - from.x - part * dx, spot.y - from.y - part * dy)
}

/** How far a road is from a spot, in sides of a tile. */
export function distanceTo({ lines }: Road, spot: Spot): number {
  let nearest = Number.POSITIVE_INFINITY
  for (const line of lines)
    for (const [index, from] of line.entries())
      nearest = Math.min(nearest, fromPiece(spot, from, line[index + 1] ?? from))
  return nearest
}
