import { mkdtempSync, renameSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Language } from '@carewatch/contracts/languages'
import { away, type Road, type Town, townFile } from '@carewatch/simulator/town'
import { describe, expect, it, vi } from 'vitest'
import { createMapFile } from './map-file.ts'
import { roadsOf } from './roads.ts'
import { createStreets, type Fix } from './streets.ts'

type Pair = [number, number]
const here: Pair = [34.7818, 32.0853]
const folder = mkdtempSync(join(tmpdir(), 'town-'))
let files = 0

const westToEast = (centre: Pair, north: number, names: Road['names']): Road => ({
  line: [away(centre, -400, north), away(centre, 400, north)],
  names,
})
const herzl = { name: 'הרצל', 'name:en': 'Herzl Street', 'name:ar': 'شارع هرتسل' }
const allenby = { name: 'Allenby' }

function townAt(centre: Pair, roads: readonly Road[]): Town {
  const [west, south] = away(centre, -900, -900)
  const [east, north] = away(centre, 900, 900)
  return { bounds: [west, south, east, north], roads, minZoom: 14 }
}

function open(bytes: Buffer) {
  const path = join(folder, `${files++}.pmtiles`)
  writeFileSync(path, bytes)
  const log = { warn: vi.fn<(...words: unknown[]) => void>() }
  const map = createMapFile(path, log)
  const streets = createStreets(map, log)
  const at = async ([lng, lat]: Pair, fix: Partial<Fix> & { language?: Language } = {}) =>
    (await streets([{ lat, lng, accuracy: 10, source: 'GPS', ...fix }], fix.language ?? 'en'))[0]
  return { path, map, log, at }
}

describe('the street somebody is near', () => {
  const town = open(townFile(townAt(here, [westToEast(here, 0, herzl), westToEast(here, 100, allenby)])))

  it.each([20, -20])('is the same on either side of it, %d m away', async (metres) => {
    expect(await town.at(away(here, 0, metres))).toBe('Herzl Street')
  })

  it('is the nearer of two', async () => {
    expect(await town.at(away(here, 0, 40))).toBe('Herzl Street')
    expect(await town.at(away(here, 0, 60))).toBe('Allenby')
  })

  it('is none where none is near', async () => {
    expect(await town.at(away(here, 0, -64))).toBe('Herzl Street')
    expect(await town.at(away(here, 0, -66))).toBeNull()
  })

  it('is named as the reader writes, else as people there do', async () => {
    expect(await town.at(here, { language: 'iw' })).toBe('הרצל')
    expect(await town.at(here, { language: 'ar' })).toBe('شارع هرتسل')
    expect(await town.at(here, { language: 'lv' })).toBe('הרצל')
  })

  it('is not said of a fix that is not exact enough to say it', async () => {
    expect(await town.at(here, { accuracy: 74 })).toBe('Herzl Street')
    expect(await town.at(here, { accuracy: 76 })).toBeNull()
    expect(await town.at(away(here, 0, -30), { accuracy: 50 })).toBeNull()
    expect(await town.at(here, { accuracy: null })).toBe('Herzl Street')
  })

  it.each(['WIFI', 'CELL', 'BLE'] as const)('is not said of what %s found', async (source) => {
    expect(await town.at(here, { source, accuracy: 5 })).toBeNull()
  })

  it('is found where its tile is the next one', async () => {
    // The edge of a tile of zoom 15 a few metres west of the fix, the street beyond it.
    const side = 360 / 2 ** 15
    const edge = Math.ceil((here[0] + 180) / side) * side - 180
    const centre: Pair = [edge, here[1]]
    const line = [away(centre, -8, -200), away(centre, -8, 200)]
    const next = open(townFile(townAt(centre, [{ line, names: herzl }])))
    expect(await next.at(away(centre, 30, 0))).toBe('Herzl Street')
  })

  it('is found at the 180th meridian, and at the poles there is none', async () => {
    const centre: Pair = [179.999, -16.8]
    const town180: Town = {
      ...townAt(centre, [westToEast(centre, 0, allenby)]),
      bounds: [179.99, -16.81, 180, -16.79],
    }
    const far = open(townFile(town180))
    expect(await far.at([179.9995, -16.8])).toBe('Allenby')
    expect(await far.at([-179.9999, -16.8])).toBe('Allenby')
    expect(await far.at([0, 90])).toBeNull()
    expect(await far.at([0, -90])).toBeNull()
    expect(await far.at([0, Number.NaN])).toBeNull()
  })

  it('is no railway, and no ferry', async () => {
    const rails = { ...westToEast(here, 0, { name: 'Coastal Railway' }), kind: 'rail' }
    expect(await open(townFile(townAt(here, [rails]))).at(here)).toBeNull()
  })

  it('is left out where the tile is garbage, and a log is written once, without the place', async () => {
    const broken = open(
      townFile(townAt(here, [westToEast(here, 0, herzl)]), () => Buffer.from('no tile at all, in no form')),
    )
    expect(await broken.at(here)).toBeNull()
    expect(await broken.at(away(here, 700, 700))).toBeNull()
    expect(broken.log.warn.mock.calls).toEqual([['a tile of the map of streets cannot be read']])
  })

  it('is none of a shape that says that it closes for ever: the memory for it is not taken', () => {
    const closing = [0x09, 0x02, 0x02, 0xff, 0xff, 0xff, 0xff, 0x07]
    const line = [0x18, 0x02, 0x22, closing.length, ...closing]
    const layer = [0x78, 0x02, 0x0a, 0x05, ...Buffer.from('roads'), 0x12, line.length, ...line]
    expect(() => roadsOf(Uint8Array.from([0x1a, layer.length, ...layer]))).toThrow('spoilt')
    expect(() => roadsOf(new Uint8Array(2_000_001))).toThrow('too large')
  })

  it('is that of the new map as soon as it is in the place of the old', async () => {
    const town = open(townFile(townAt(here, [westToEast(here, 0, herzl)])))
    expect(await town.at(here)).toBe('Herzl Street')
    const next = join(folder, 'next.pmtiles')
    writeFileSync(next, townFile(townAt(here, [westToEast(here, 0, allenby)])))
    renameSync(next, town.path)
    expect(await town.at(here)).toBe('Allenby')
  })
})

describe('a file that is no map of streets', () => {
  const good = townFile(townAt(here, [westToEast(here, 0, herzl)]))
  const changed = (at: number, value: number) => {
    const bytes = Buffer.from(good)
    bytes[at] = value
    return bytes
  }
  it.each([
    ['a page of the web', Buffer.from('<!doctype html>'), 'it is no PMTiles file'],
    ['nothing', Buffer.alloc(0), 'it is no PMTiles file'],
    ['another version', changed(7, 2), 'it is PMTiles of version 2, and 3 is needed'],
    ['pictures', changed(99, 2), 'its tiles are pictures, no vectors (MVT)'],
    ['another packing', changed(98, 4), 'it is packed by something else than gzip'],
    ['half of it', good.subarray(0, good.length - 100), 'it is cut off: it should be longer than it is'],
    [
      'countries alone',
      townFile({ ...townAt(here, []), minZoom: 0, maxZoom: 6 }),
      'it has no streets: they begin at zoom 14, and it ends at 6',
    ],
    [
      'another kind of map',
      townFile({ ...townAt(here, []), layers: ['transportation', 'water'] }),
      'it is no Protomaps basemap: it has no layer earth, roads, places',
    ],
  ])('%s is not used, and the log says why', async (_, bytes, reason) => {
    const { map, log } = open(bytes)
    expect(await map.current()).toBeNull()
    expect(await map.current()).toBeNull()
    expect(log.warn.mock.calls).toEqual([[{ reason }, 'the map of streets is not used']])
  })
})
