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
/** The largest of a Protomaps basemap have some 500 kB. */
const TILE_BYTES_MAX = 2_000_000

function namesOf(properties: Record<string, unknown>): Map<string, string> {
  const names = new Map<string, string>()
  for (const [key, value] of Object.entries(properties)) {
    const [, language] = /^name(?::(\w{2,3}))?$/.exec(key) ?? [undefined, undefined]
    if ((key === 'name' || language) && typeof value === 'string' && value.trim() !== '')
      names.set(language ?? '', value.trim())
  }
  return names
}

const [LAYERS_TAG, FEATURES_TAG, GEOMETRY_TAG, CLOSE_PATH] = [26, 18, 34, 7]

/** Parts of a message by their tag: where each begins and ends. */
function partsOf(reader: PbfReader, end: number, wanted: number): [from: number, to: number][] {
  const found: [number, number][] = []
  while (reader.pos < end) {
    const tag = reader.readVarint()
    if (tag !== wanted) reader.skip(tag)
    else {
      const length = reader.readVarint()
      found.push([reader.pos, reader.pos + length])
      reader.pos += length
    }
  }
  return found
}

function passNumbers(reader: PbfReader, count: number, end: number): void {
  for (let at = 0; at < count && reader.pos < end; at++) reader.readVarint()
}

/** A shape closes once. A spoilt tile says in five bytes that it closes 2^28 times, and a decoder that believes it takes all memory there is. */
function refuseSpoilt(tile: Uint8Array): void {
  const reader = new PbfReader(tile)
  const within = ([from, to]: [number, number], wanted: number) => {
    reader.pos = from
    return partsOf(reader, to, wanted)
  }
  const shapes = within([0, tile.length], LAYERS_TAG)
    .flatMap((layer) => within(layer, FEATURES_TAG))
    .flatMap((feature) => within(feature, GEOMETRY_TAG))
  for (const [from, to] of shapes) {
    reader.pos = from
    while (reader.pos < to) {
      const word = reader.readVarint()
      const [command, count] = [word & 7, word >> 3]
      if (command !== CLOSE_PATH) passNumbers(reader, 2 * count, to)
      else if (count > 1) throw new Error('a tile of the map is spoilt')
    }
  }
}

/** The named roads of a tile of a Protomaps basemap; throws where it is none. */
export function roadsOf(tile: Uint8Array): Roads {
  if (tile.length > TILE_BYTES_MAX) throw new Error('a tile of the map is too large')
  refuseSpoilt(tile)
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
