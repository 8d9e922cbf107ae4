import { accuracyOf, FIX_ACCURACY_MAX_M } from '@carewatch/contracts/rules/fence'
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
  [[fix(190)], undefined],
  [[fix(210)], 'elsewhere'],
  [[fix(10, { accuracyM: 80 })], undefined],
  [[fix(10, { source: 'WIFI' })], undefined],
  [[], undefined],
  // Of several the one of the moment at which the networks were heard.
  [[fix(5, { time: 1 - 3_600_000 }), fix(400)], 'elsewhere'],
  [[fix(5, { time: 1 - 61_000 })], undefined],
] as const)('stands by satellites alone, where they are exact and of that moment: %#', (positions, stands) =>
  expect(standsAt(home, { positions: [...positions], networks: { time: 1, bssids: ['a'] } })).toBe(stands),
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
  const atHome = { time: 7, ...home, accuracyM: 150, source: 'WIFI' }

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

it('ends no alarm and begins none: a fence is not judged by it', () => {
  const place = placeByNetworks(
    { positions: [], networks: { time: 7, bssids: ['a', 'b'] } },
    {
      ...home,
      networks: new Map([
        ['a', network()],
        ['b', network()],
      ]),
    },
  )
  expect(place && accuracyOf(place)).toBeGreaterThan(FIX_ACCURACY_MAX_M)
})
