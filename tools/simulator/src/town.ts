import { gzipSync } from 'node:zlib'
import { type Tile, writePmtiles } from '@carewatch/platform/maps/write-pmtiles'
import { GeoJSONVT } from '@maplibre/geojson-vt'
import { fromGeojsonVt } from '@maplibre/vt-pbf'
import { zxyToTileId } from 'pmtiles'

type Pair = [lng: number, lat: number]
type Names = Readonly<Record<string, string>>
/** A street of a made-up town; its names as a Protomaps basemap has them (`name`, `name:he`). */
export type Road = { kind?: string; line: readonly Pair[]; names: Names }
export type Town = {
  bounds: readonly [west: number, south: number, east: number, north: number]
  roads: readonly Road[]
  areas?: readonly { layer: 'landuse' | 'water' | 'buildings'; kind: string; corners: readonly Pair[] }[]
  name?: Names
  minZoom?: number
  maxZoom?: number
  /** Of the layers, for a file that is no basemap. */
  layers?: readonly string[]
}

const LAYERS = ['earth', 'landuse', 'water', 'buildings', 'roads', 'places'] as const
const EXTENT = 4_096

const line = ({ kind = 'minor_road', line: coordinates, names }: Road): GeoJSON.Feature => ({
  type: 'Feature',
  properties: { kind, kind_detail: kind === 'minor_road' ? 'residential' : 'primary', min_zoom: 6, ...names },
  geometry: { type: 'LineString', coordinates: coordinates.map(([lng, lat]) => [lng, lat]) },
})

const area = (kind: string, corners: readonly Pair[]): GeoJSON.Feature => ({
  type: 'Feature',
  properties: { kind, height: 8 },
  geometry: {
    type: 'Polygon',
    coordinates: [[...corners, ...corners.slice(0, 1)].map(([lng, lat]) => [lng, lat])],
  },
})

function shapesOf({ bounds: [west, south, east, north], roads, areas = [], name }: Town) {
  const of = (wanted: string) =>
    areas.flatMap(({ layer, kind, corners }) => (layer === wanted ? [area(kind, corners)] : []))
  const box: Pair[] = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
  ]
  const middle: GeoJSON.Feature = {
    type: 'Feature',
    properties: { kind: 'locality', kind_detail: 'city', population_rank: 10, min_zoom: 4, ...name },
    geometry: { type: 'Point', coordinates: [(west + east) / 2, (south + north) / 2] },
  }
  return {
    earth: [area('earth', box)],
    landuse: of('landuse'),
    water: of('water'),
    buildings: of('buildings'),
    roads: roads.map(line),
    places: name ? [middle] : [],
  }
}

const column = (lng: number, zoom: number): number => Math.floor(((lng + 180) / 360) * 2 ** zoom)
function row(lat: number, zoom: number): number {
  const sine = Math.sin((lat * Math.PI) / 180)
  return Math.floor((0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * 2 ** zoom)
}

/** Every tile of the bounds, in the order of their ids. */
function places({ bounds: [west, south, east, north], minZoom = 0, maxZoom = 15 }: Town) {
  const found: [number, number, number][] = []
  for (let z = minZoom; z <= maxZoom; z++)
    for (let x = column(west, z); x <= Math.min(column(east, z), 2 ** z - 1); x++)
      for (let y = row(north, z); y <= row(south, z); y++) found.push([z, x, y])
  return found.toSorted((one, other) => zxyToTileId(...one) - zxyToTileId(...other))
}

/** A town as one file in the form of a Protomaps basemap, for tests and pictures. `spoil` writes something else into a tile. */
export function townFile(town: Town, spoil: (tile: Buffer) => Buffer = (tile) => tile): Buffer {
  const { minZoom = 0, maxZoom = 15, bounds, layers = LAYERS } = town
  const cut = Object.entries(shapesOf(town)).map(([name, features]) => {
    const shapes: GeoJSON.FeatureCollection = { type: 'FeatureCollection', features }
    return [name, new GeoJSONVT(shapes, { maxZoom, indexMaxZoom: 5, extent: EXTENT, buffer: 64 })] as const
  })
  const tiles = places(town).flatMap(([z, x, y]): Tile[] => {
    const found = cut.flatMap(([name, index]) => {
      const tile = index.getTile(z, x, y)
      return tile?.features.length ? [[name, tile] as const] : []
    })
    if (found.length === 0) return []
    const bytes = spoil(Buffer.from(fromGeojsonVt(Object.fromEntries(found), { version: 2, extent: EXTENT })))
    return [{ id: zxyToTileId(z, x, y), bytes: gzipSync(bytes) }]
  })
  const metadata = { name: 'A made-up town', vector_layers: layers.map((id) => ({ id, fields: {} })) }
  return writePmtiles(tiles, { minZoom, maxZoom, bounds, metadata })
}

const METRES_A_DEGREE = 111_195

/** Metres east and north of a place. */
export const away = ([lng, lat]: Pair, east: number, north: number): Pair => [
  lng + east / (METRES_A_DEGREE * Math.cos((lat * Math.PI) / 180)),
  lat + north / METRES_A_DEGREE,
]

const streetNames: readonly Names[] = [
  {
    name: 'שדרות הדקלים',
    script: 'Hebrew',
    'name:en': 'Palm Boulevard',
    'name:ar': 'شارع النخيل',
    'name:ru': 'Пальмовый бульвар',
  },
  {
    name: 'רחוב השקד',
    script: 'Hebrew',
    'name:en': 'Almond Street',
    'name:ar': 'شارع اللوز',
    'name:ru': 'Миндальная улица',
  },
  {
    name: 'רחוב הגפן',
    script: 'Hebrew',
    'name:en': 'Vine Street',
    'name:ar': 'شارع العنب',
    'name:ru': 'Виноградная улица',
  },
  {
    name: 'רחוב הזית',
    script: 'Hebrew',
    'name:en': 'Olive Street',
    'name:ar': 'شارع الزيتون',
    'name:ru': 'Оливковая улица',
  },
  {
    name: 'רחוב התאנה',
    script: 'Hebrew',
    'name:en': 'Fig Street',
    'name:ar': 'شارع التين',
    'name:ru': 'Инжирная улица',
  },
]
const STREET_EVERY_M = 120
const HALF_M = 1_500

/** Streets, blocks, a park and a river around a place, named in several languages. */
export function townAround(centre: Pair): Town {
  const steps = Array.from(
    { length: (2 * HALF_M) / STREET_EVERY_M + 1 },
    (_, at) => -HALF_M + at * STREET_EVERY_M,
  )
  const corners = (west: number, south: number, size: number): Pair[] => [
    away(centre, west, south),
    away(centre, west + size, south),
    away(centre, west + size, south + size),
    away(centre, west, south + size),
  ]
  const roads = steps.flatMap((metres, at): Road[] => {
    const kind = at % 5 === 0 ? 'major_road' : 'minor_road'
    const names = streetNames[at % streetNames.length] ?? {}
    return [
      { kind, names, line: [away(centre, -HALF_M, metres), away(centre, HALF_M, metres)] },
      { kind, names, line: [away(centre, metres, -HALF_M), away(centre, metres, HALF_M)] },
    ]
  })
  const blocks = steps.flatMap((east) =>
    steps.map((north) => ({
      layer: 'buildings' as const,
      kind: 'building',
      corners: corners(east + 25, north + 25, 70),
    })),
  )
  const river: Pair[] = [
    away(centre, -HALF_M, 330),
    away(centre, 0, 410),
    away(centre, HALF_M, 330),
    away(centre, HALF_M, 400),
    away(centre, 0, 470),
    away(centre, -HALF_M, 400),
  ]
  const [west, south] = away(centre, -HALF_M, -HALF_M)
  const [east, north] = away(centre, HALF_M, HALF_M)
  return {
    bounds: [west, south, east, north],
    roads,
    areas: [
      { layer: 'landuse', kind: 'park', corners: corners(-590, -590, 340) },
      { layer: 'water', kind: 'river', corners: river },
      ...blocks,
    ],
    name: {
      name: 'עיר התמרים',
      script: 'Hebrew',
      'name:en': 'Date Town',
      'name:ar': 'مدينة التمر',
      'name:ru': 'Финиковый город',
    },
  }
}
