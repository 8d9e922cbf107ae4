import { accuracyOf, FIX_ACCURACY_MAX_M } from '@carewatch/contracts/rules/fence'
import { distanceM } from '@carewatch/contracts/rules/fence-shape'
import { describe, expect, it } from 'vitest'
import { type KnownCell, placeByCells } from './by-cells.ts'

const home = { lat: 32.08, lng: 34.78 }
const METRES_PER_DEGREE = 111_195
const cell = (north: number, more: Partial<KnownCell> = {}): KnownCell => ({
  lat: home.lat + north / METRES_PER_DEGREE,
  lng: home.lng,
  rangeM: 1_200,
  samples: 50,
  radio: 'LTE',
  ...more,
})
const placed = (...received: KnownCell[]) => {
  const found = placeByCells(received)
  return found && { north: Math.round(distanceM(home, found)), accuracyM: found.accuracyM }
}

describe('a watch that hears cells', () => {
  it('is somewhere in what the one reaches that serves it', () => {
    expect(placeByCells([cell(0)])).toEqual({
      lat: home.lat,
      lng: expect.closeTo(home.lng, 9),
      accuracyM: 1_200,
      source: 'CELL',
    })
    expect(placeByCells([])).toBeUndefined()
  })

  it.each([
    ['GSM', 1_000],
    ['UMTS', 800],
    ['LTE', 500],
    ['NR', 300],
  ] as const)('is nowhere more exactly than a cell reaches: %s', (radio, accuracyM) => {
    for (const rangeM of [0, 20]) expect(placed(cell(0, { radio, rangeM }))).toMatchObject({ accuracyM })
  })

  it('is known less exactly by a cell that was measured once or twice', () => {
    expect(placed(cell(0, { samples: 2 }))).toMatchObject({ accuracyM: 2_400 })
    expect(placed(cell(0, { samples: 3 }))).toMatchObject({ accuracyM: 1_200 })
  })

  it('is nearest to what it hears best, and the circle still holds all that the serving cell reaches', () => {
    expect(placed(cell(0), cell(1_000))).toEqual({ north: 500, accuracyM: 1_700 })
    const [near, far] = [{ signal: -60 }, { signal: -100 }]
    expect(placed(cell(0, near), cell(1_000, far))).toEqual({ north: 300, accuracyM: 1_500 })
    expect(placed(cell(0, far), cell(1_000, near))).toEqual({ north: 700, accuracyM: 1_900 })
    // As other makers write the same.
    expect(placed(cell(0, { signal: 196 }), cell(1_000, { signal: 156 }))).toMatchObject({ north: 300 })
    expect(placed(cell(0, { signal: 26 }), cell(1_000, { signal: 6 }))).toMatchObject({ north: 296 })
    expect(placed(cell(0, { rangeM: 600 }), cell(900, { rangeM: 1_200 }))).toMatchObject({ north: 300 })
  })

  it('is not placed by a cell that cannot be heard there, and by none where the serving one is', () => {
    const away = cell(90_000)
    expect(placed(cell(0), away, cell(1_000))).toEqual({ north: 500, accuracyM: 1_700 })
    expect(placed(away, cell(0), cell(1_000))).toBeUndefined()
    expect(placed(cell(0), away)).toBeUndefined()
  })

  it('is nowhere where all that is known is a country', () => {
    expect(placed(cell(0, { rangeM: 35_000 }))).toMatchObject({ accuracyM: 35_000 })
    expect(placed(cell(0, { rangeM: 35_010 }))).toBeUndefined()
  })

  it('is on the right side of the earth at the line where days begin', () => {
    const [west, east] = [cell(0, { lng: 179.999 }), cell(0, { lng: -179.999 })]
    expect(Math.abs(placeByCells([west, east])?.lng ?? 0)).toBeGreaterThan(179.99)
  })
})

it('ends no alarm and begins none: a fence is not judged by it', () => {
  const found = placeByCells([cell(0, { radio: 'NR', rangeM: 1 })])
  expect(found && accuracyOf(found)).toBeGreaterThan(FIX_ACCURACY_MAX_M)
})
