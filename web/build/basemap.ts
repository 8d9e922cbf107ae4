import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { type Tile, writePmtiles } from '@carewatch/platform/maps/write-pmtiles'
import { GeoJSONVT } from '@maplibre/geojson-vt'
import { fromGeojsonVt } from '@maplibre/vt-pbf'
import { zxyToTileId } from 'pmtiles'
import { feature } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'
import type { Plugin } from 'vite'
import { labelPoints } from './label-points.ts'

const WORLD = join(import.meta.dirname, '../src/map/world.pmtiles')
const SOURCES = ['basemap.ts', 'label-points.ts', '../../platform/src/maps/write-pmtiles.ts'].map((name) =>
  join(import.meta.dirname, name),
)
/** Beyond it, one tile is drawn larger: coasts of 1:10,000,000 hold no more. */
const MAX_ZOOM = 6

type Atlas = Topology<Record<'countries' | 'land', GeometryCollection<{ name: string }>>>

function readAtlas(): Atlas {
  const path = createRequire(import.meta.url).resolve('world-atlas/countries-10m.json')
  // Safe: the file of a pinned version.
  return JSON.parse(readFileSync(path, 'utf8')) as Atlas
}

const cut = (shapes: GeoJSON.FeatureCollection) =>
  new GeoJSONVT(shapes, {
    maxZoom: MAX_ZOOM,
    indexMaxZoom: MAX_ZOOM,
    indexMaxPoints: 0,
    tolerance: 4,
    buffer: 64,
  })

type Place = [z: number, x: number, y: number]

/** Every tile's place, in the order of the ids. */
function everyPlace(): Place[] {
  const at = (z: number) =>
    Array.from({ length: 4 ** z }, (_, index): Place => [z, index % 2 ** z, Math.floor(index / 2 ** z)])
  return Array.from({ length: MAX_ZOOM + 1 }, (_, z) => at(z))
    .flat()
    .toSorted((one, other) => zxyToTileId(...one) - zxyToTileId(...other))
}

function makeTiles(): Tile[] {
  const atlas = readAtlas()
  const countries = feature(atlas, atlas.objects.countries)
  const layers = {
    land: cut(feature(atlas, atlas.objects.land)),
    countries: cut(countries),
    names: cut(labelPoints(countries)),
  }
  return everyPlace().flatMap(([z, x, y]) => {
    const found = Object.entries(layers).flatMap(([name, index]) => {
      const tile = index.getTile(z, x, y)
      return tile?.features.length ? [[name, tile] as const] : []
    })
    if (found.length === 0) return []
    const bytes = gzipSync(fromGeojsonVt(Object.fromEntries(found), { version: 2 }), { level: 9 })
    return [{ id: zxyToTileId(z, x, y), bytes }]
  })
}

function isFresh(): boolean {
  if (!existsSync(WORLD)) return false
  const madeAt = statSync(WORLD).mtimeMs
  return SOURCES.every((source) => statSync(source).mtimeMs <= madeAt)
}

/** The shipped map, made from Natural Earth's coasts and borders when it is not there yet: two seconds instead of 2.5 MB in every clone. */
export function basemap(): Plugin {
  return {
    name: 'basemap',
    buildStart: () => {
      if (isFresh()) return
      const metadata = {
        name: 'world',
        attribution: 'Natural Earth',
        vector_layers: [
          { id: 'land', fields: {} },
          { id: 'countries', fields: {} },
          { id: 'names', fields: { name: 'String', rank: 'Number' } },
        ],
      }
      writeFileSync(WORLD, writePmtiles(makeTiles(), { maxZoom: MAX_ZOOM, metadata }))
    },
  }
}
