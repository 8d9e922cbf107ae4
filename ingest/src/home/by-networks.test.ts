import type { DecodedPosition } from '@carewatch/devices/codec'
import { describe, expect, it } from 'vitest'
import { type HomeNetwork, placeByNetworks, standsAt } from './by-networks.ts'

const home = { lat: 32.08, lng: 34.78 }
const METRES_PER_DEGREE = 111_195
const fix = (metres: number, more: Partial<DecodedPosition> = {}): DecodedPosition => ({
  time: 1,
  lat: home.lat + metres / METRES_PER_DEGREE,
  lng: home.lng,
  accuracyM: null,
  source: 'GPS',
  ...more,
})

it.each([
  [[fix(10)], 'home'],
  [[fix(74)], 'home'],
  [[fix(90)], undefined],
  [[fix(290)], undefined],
  [[fix(310)], 'elsewhere'],
  [[fix(10, { accuracyM: 80 })], undefined],
  [[fix(10, { source: 'WIFI' })], undefined],
  [[], undefined],
  [[fix(400), fix(5)], 'home'],
] as const)('stands by satellites alone, where they are exact: %#', (positions, stands) =>
  expect(standsAt(home, positions)).toBe(stands),
)

const network = (more: Partial<HomeNetwork> = {}): HomeNetwork => ({
  hearings: 3,
  days: 1,
  isElsewhere: false,
  ...more,
})

describe('a watch that sees no satellite', () => {
  const place = (
    networks: Record<string, HomeNetwork>,
    bssids: string[],
    positions: DecodedPosition[] = [],
  ) =>
    placeByNetworks(
      { positions, networks: { time: 7, bssids } },
      { ...home, networks: new Map(Object.entries(networks)) },
    )
  const atHome = { time: 7, ...home, accuracyM: 75, source: 'WIFI' }

  it('is home by two networks that were heard there a few times', () => {
    const networks = { a: network(), b: network(), c: network({ hearings: 2 }) }
    expect(place(networks, ['a', 'b', 'x'])).toEqual(atHome)
    expect(place(networks, ['a', 'c'])).toBeUndefined()
    expect(place(networks, ['x', 'y'])).toBeUndefined()
  })

  it('is home by one alone that was heard there day after day', () => {
    const often = network({ hearings: 10, days: 3 })
    expect(place({ a: often }, ['a'])).toEqual(atHome)
    expect(place({ a: network({ hearings: 40 }) }, ['a'])).toBeUndefined()
    expect(place({ a: network({ days: 9 }) }, ['a'])).toBeUndefined()
  })

  it('is not home by what moves about', () => {
    const moving = network({ hearings: 50, days: 9, isElsewhere: true })
    expect(place({ a: moving, b: network() }, ['a', 'b'])).toBeUndefined()
  })

  it('is where satellites say it is, where they do', () => {
    expect(place({ a: network(), b: network() }, ['a', 'b'], [fix(900)])).toBeUndefined()
  })
})
