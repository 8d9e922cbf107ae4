import type { PositionSource } from '@carewatch/contracts/http/positions'
import type { Language } from '@carewatch/contracts/languages'
import type { Log } from '../log.ts'
import { type Archive, STREET_ZOOM } from './archive.ts'
import type { MapFile } from './map-file.ts'
import { distanceTo, type Road, type Roads, roadsOf, type Spot } from './roads.ts'

export type Fix = { lat: number; lng: number; accuracy: number | null; source: PositionSource }

/** "Near" is true at this distance: of the fix to the street, and of the fix to who wears the watch, together. */
export const NEAR_M = 75
/** What satellites are taken for where the watch does not say how exact they were. */
const USUAL_ACCURACY_M = 30
const BEST_ZOOM = 15
const EQUATOR_M = 40_075_016.7
const LAST_LATITUDE = 85.05
const TILES_KEPT = 128
/** Nobody waits longer for names: the answer goes without. */
const WITHIN_MS = 1_500

const codes: Partial<Record<Language, string>> = { iw: 'he' }

/** The tile of a place, and where in it. */
function spotAt({ lat, lng }: Pick<Fix, 'lat' | 'lng'>, zoom: number): Spot {
  const sine = Math.sin((lat * Math.PI) / 180)
  return {
    x: ((lng + 180) / 360) * 2 ** zoom,
    y: (0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * 2 ** zoom,
  }
}

/** The tiles that a circle around a spot touches: one, two or four. */
function touched({ x, y }: Spot, reach: number): Spot[] {
  const along = (at: number) => [...new Set([Math.floor(at - reach), Math.floor(at + reach)])]
  return along(x).flatMap((column) => along(y).map((row) => ({ x: column, y: row })))
}

const around = (column: number, zoom: number): number => ((column % 2 ** zoom) + 2 ** zoom) % 2 ** zoom

type Kept = { etag: string; roads: Map<string, Promise<Roads>>; isBroken: boolean }

/** Names the street that somebody is near, by the tiles of our own map: nobody else is asked. */
export function createStreets(map: MapFile, log: Pick<Log, 'warn'>) {
  let kept: Kept = { etag: '', roads: new Map(), isBroken: false }

  async function read({ archive, from }: { archive: Archive; from: Kept }, zoom: number, at: Spot) {
    try {
      const tile = await archive.tile(zoom, at.x, at.y)
      return tile ? roadsOf(tile) : []
    } catch {
      // Which tile it is says where somebody is.
      if (!from.isBroken) log.warn('a tile of the map of streets cannot be read')
      from.isBroken = true
      return []
    }
  }

  /** The tile that was not asked for the longest is forgotten first. */
  function roadsIn(archive: Archive, zoom: number, at: Spot): Promise<Roads> {
    if (kept.etag !== archive.etag) kept = { etag: archive.etag, roads: new Map(), isBroken: false }
    const { roads } = kept
    const key = `${at.x}/${at.y}`
    const found = roads.get(key) ?? read({ archive, from: kept }, zoom, at)
    roads.delete(key)
    roads.set(key, found)
    const [oldest] = roads.keys()
    if (roads.size > TILES_KEPT && oldest !== undefined) roads.delete(oldest)
    return found
  }

  async function nearest(archive: Archive, fix: Fix): Promise<Road | null> {
    const accuracyM = fix.accuracy ?? USUAL_ACCURACY_M
    const reachM = NEAR_M - accuracyM
    if (fix.source !== 'GPS' || reachM <= 0 || !(Math.abs(fix.lat) < LAST_LATITUDE)) return null
    const zoom = Math.min(BEST_ZOOM, archive.header.maxZoom)
    const sideM = (EQUATOR_M * Math.cos((fix.lat * Math.PI) / 180)) / 2 ** zoom
    const spot = spotAt(fix, zoom)
    let best: { road: Road; far: number } | null = null
    for (const tile of touched(spot, reachM / sideM)) {
      if (tile.y < 0 || tile.y >= 2 ** zoom) continue
      const inTile = { x: spot.x - tile.x, y: spot.y - tile.y }
      for (const road of await roadsIn(archive, zoom, { x: around(tile.x, zoom), y: tile.y })) {
        const far = distanceTo(road, inTile)
        if (far * sideM <= reachM && (best === null || far < best.far)) best = { road, far }
      }
    }
    return best?.road ?? null
  }

  async function named(fix: Fix, language: Language): Promise<string | null> {
    const archive = await map.current()
    if (!archive || archive.header.maxZoom < STREET_ZOOM) return null
    const names = (await nearest(archive, fix))?.names
    return names?.get(codes[language] ?? language) ?? names?.get('') ?? null
  }

  /** The street each of these is near; null: none, or nobody can say so. */
  return async (fixes: readonly Fix[], language: Language): Promise<(string | null)[]> => {
    const answer = fixes.map((): string | null => null)
    const end = performance.now() + WITHIN_MS
    for (const [index, fix] of fixes.entries()) {
      if (performance.now() > end) break
      answer[index] = await named(fix, language)
    }
    return answer
  }
}
export type Streets = ReturnType<typeof createStreets>
