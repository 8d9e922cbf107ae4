import { describe, expect, it } from 'vitest'
import type { FenceShape } from '../fences.ts'
import { type Fence, type FenceState, type Fix, evaluateFences, releaseFences, standingNow } from './fence.ts'
import { isWithinHours } from './fence-hours.ts'
import { beyondFence, distanceM } from './fence-shape.ts'

const noon = Date.parse('2026-11-21T12:00:00Z')
const MINUTE = 60_000
const home = { lat: 32.08, lng: 34.78 }
const METRES_PER_DEGREE = (6_371_008.8 * Math.PI) / 180
const north = (metres: number) => ({ lat: home.lat + metres / METRES_PER_DEGREE, lng: home.lng })

const circle = (radiusM = 150): FenceShape => ({ kind: 'CIRCLE', centre: home, radiusM })
const fence = (given: Partial<Fence> = {}): Fence => ({
  id: 1,
  uuid: 'home',
  shape: circle(),
  schedule: null,
  severity: 'HIGH',
  ...given,
})

type Step = Partial<Fix> & { metres: number; after?: number }

/** Walks north of the home, a fix every fifteen minutes, and writes down the results of each. */
function walk(steps: Step[], fences: Fence[] = [fence()], given: FenceState = {}) {
  let state = given
  let time = noon
  const outcomes = steps.map(({ metres, after = 15, ...fix }) => {
    time += after * MINUTE
    const spot = { ...north(metres), accuracyM: 10, source: 'GPS' as const, isLate: false, time, ...fix }
    const evaluated = evaluateFences({ fix: spot, fences, state, expectedMs: 15 * MINUTE, zone: 'UTC' })
    // As it is after a restart: through JSON.
    state = JSON.parse(JSON.stringify(evaluated.state)) as FenceState
    return evaluated.results
      .map((result) =>
        result.change === 'clear'
          ? 'clear'
          : `${result.severity} ${result.isExit ? 'exit' : 'out'} of ${result.fenceId}`,
      )
      .join(', ')
  })
  return { outcomes, state, time }
}

describe('a fence', () => {
  it('alarms at the second fix outside, counts those after it and clears at the first inside', () => {
    const { outcomes } = walk([0, 200, 200, 210, 50].map((metres) => ({ metres })))
    expect(outcomes).toEqual(['', '', 'HIGH exit of 1', 'HIGH out of 1', 'clear'])
  })

  it('alarms at once when the wearer is more than twice the radius away', () => {
    // Of the distance the fix’s own error is taken off: 311 - 10 > 2 x 150, 309 - 10 is not.
    expect(walk([{ metres: 311 }]).outcomes).toEqual(['HIGH exit of 1'])
    expect(walk([{ metres: 309 }]).outcomes).toEqual([''])
  })

  it('takes a fix on the line, or less than its margin beyond, as neither in nor out', () => {
    const onTheLine = [
      { metres: 150, accuracyM: 0 },
      { metres: 175, accuracyM: 0 },
    ]
    expect(walk([...onTheLine, ...onTheLine]).outcomes).toEqual(['', '', '', ''])
    const beyond = { metres: 175.1, accuracyM: 0 }
    expect(walk([beyond, beyond]).outcomes).toEqual(['', 'HIGH exit of 1'])
    const { outcomes, state } = walk([beyond, beyond, ...onTheLine, { metres: 149.9, accuracyM: 0 }])
    expect(outcomes.slice(2)).toEqual(['', '', 'clear'])
    expect(state['home']).toMatchObject({ stands: 'INSIDE', left: false })
  })

  it('does not let a fix between two outside ones undo the first', () => {
    expect(walk([{ metres: 200 }, { metres: 160 }, { metres: 200 }]).outcomes).toEqual([
      '',
      '',
      'HIGH exit of 1',
    ])
  })

  it('starts over when the wearer was inside between', () => {
    expect(walk([{ metres: 200 }, { metres: 0 }, { metres: 200 }]).outcomes).toEqual(['', '', ''])
  })

  it('shows a fix less exact than 100 m, and does not evaluate it', () => {
    const far = (accuracyM: number) => ({ metres: 1_000, accuracyM })
    expect(walk([far(101)])).toMatchObject({ outcomes: [''], state: {} })
    expect(walk([far(100)]).outcomes).toEqual(['HIGH exit of 1'])
  })

  it('takes a watch that says nothing of it for as exact as its source, and a cell tower for nothing', () => {
    const withoutAccuracy = (source: Fix['source']) =>
      walk([{ metres: 1_000, accuracyM: null, source }]).outcomes
    expect(
      ['GPS', 'WIFI', 'BLE', 'CELL'].map((source) => withoutAccuracy(source as Fix['source'])[0]),
    ).toEqual(['HIGH exit of 1', 'HIGH exit of 1', 'HIGH exit of 1', ''])
  })

  it('is at least 300 m wide for fixes by Wi-Fi or cell tower', () => {
    const wifi = (metres: number) => ({ metres, source: 'WIFI' as const })
    expect(walk([wifi(330), wifi(330)]).outcomes).toEqual(['', ''])
    expect(walk([wifi(340), wifi(340)]).outcomes).toEqual(['', 'HIGH exit of 1'])
    expect(walk([wifi(605)]).outcomes).toEqual([''])
    expect(walk([wifi(615)]).outcomes).toEqual(['HIGH exit of 1'])
  })

  it('takes nothing late or out of its turn for where somebody is now', () => {
    expect(walk([{ metres: 0 }, { metres: 2_000, isLate: true }]).outcomes).toEqual(['', ''])
    expect(walk([{ metres: 0 }, { metres: 2_000, after: -1 }]).outcomes).toEqual(['', ''])
    expect(walk([{ metres: 2_000 }, { metres: 0, after: -1 }, { metres: 0, after: 0 }]).outcomes).toEqual([
      'HIGH exit of 1',
      '',
      '',
    ])
  })

  it('knows nothing after two intervals without a fix, and nobody is outside for that', () => {
    const { state, time } = walk([{ metres: 200 }])
    const standing = (after: number) =>
      standingNow(state, 'home', { time: time + after * MINUTE, expectedMs: 15 * MINUTE })
    expect([standing(30), standing(30.1)]).toEqual(['OUTSIDE', 'UNKNOWN'])
    expect(walk([{ metres: 200 }, { metres: 200, after: 30 }]).outcomes).toEqual(['', 'HIGH exit of 1'])
    expect(walk([{ metres: 200 }, { metres: 200, after: 31 }, { metres: 200 }]).outcomes).toEqual([
      '',
      '',
      'HIGH exit of 1',
    ])
  })

  it('keeps its alarm through silence: only a fix inside ends it', () => {
    const left = [{ metres: 2_000 }, { metres: 2_000, after: 600 }, { metres: 0, after: 600 }]
    expect(walk(left).outcomes).toEqual(['HIGH exit of 1', 'HIGH out of 1', 'clear'])
  })
})

describe('several fences', () => {
  const park = fence({ id: 2, uuid: 'park', severity: 'CRITICAL', shape: circle(1_000) })

  it('are one alarm, as grave as the gravest that was left, until all are entered again', () => {
    const steps = [{ metres: 400 }, { metres: 2_500 }, { metres: 500 }, { metres: 0 }]
    expect(walk(steps, [fence(), park]).outcomes).toEqual([
      'HIGH exit of 1',
      'CRITICAL exit of 2',
      'HIGH out of 1',
      'clear',
    ])
  })

  it('let go of whoever left one that is taken away', () => {
    const { state, time } = walk([{ metres: 400 }])
    const now = { time, zone: 'UTC' }
    expect(releaseFences([fence()], state, now).state).toBe(state)
    expect(releaseFences([park], state, now)).toEqual({
      results: [{ change: 'clear', direction: 'NONE' }],
      state: {},
    })
  })
})

describe('the hours of a fence', () => {
  const night = { days: [6], from: '22:00', to: '06:00' }
  const at = (iso: string, zone = 'UTC', schedule = night) =>
    isWithinHours(schedule, { time: Date.parse(iso), zone })

  it('end on the next day where they end before they begin', () => {
    expect(at('2026-11-21T21:59:59Z')).toBe(false)
    expect(at('2026-11-21T22:00:00Z')).toBe(true)
    expect(at('2026-11-22T05:59:59Z')).toBe(true)
    expect(at('2026-11-22T06:00:00Z')).toBe(false)
    expect(at('2026-11-22T22:30:00Z')).toBe(false)
  })

  it('are those of the wearer’s zone', () => {
    expect(at('2026-11-21T20:30:00Z', 'Asia/Jerusalem')).toBe(true)
    expect(at('2026-11-21T20:30:00Z')).toBe(false)
  })

  it('last a whole day where they end as they begin', () => {
    const all = { days: [6], from: '08:00', to: '08:00' }
    expect(at('2026-11-21T08:00:00Z', 'UTC', all)).toBe(true)
    expect(at('2026-11-22T07:59:00Z', 'UTC', all)).toBe(true)
    expect(at('2026-11-22T08:00:00Z', 'UTC', all)).toBe(false)
  })

  it('begin with whoever is already outside, and end with them still there', () => {
    const evening = fence({ schedule: { days: [6], from: '12:40', to: '13:10' } })
    expect(
      walk(
        [200, 200, 200, 200, 200].map((metres) => ({ metres })),
        [evening],
      ).outcomes,
    ).toEqual(['', '', '', 'HIGH exit of 1', 'clear'])
  })
})

describe('the shape of a fence', () => {
  // An L: its notch in the north-east is outside, though every corner is around it.
  const corner = (x: number, y: number) => ({
    lat: home.lat + y / METRES_PER_DEGREE,
    lng: home.lng + x / (METRES_PER_DEGREE * Math.cos((home.lat * Math.PI) / 180)),
  })
  const l: FenceShape = {
    kind: 'POLYGON',
    corners: [
      corner(0, 0),
      corner(1_000, 0),
      corner(1_000, 500),
      corner(500, 500),
      corner(500, 1_000),
      corner(0, 1_000),
    ],
  }
  const beyond = (x: number, y: number) =>
    Math.round(beyondFence(l, { ...corner(x, y), source: 'GPS' }).beyondM)

  it('counts from the nearest side of a polygon, also of one with a notch', () => {
    expect(beyond(250, 250)).toBe(-250)
    expect(beyond(750, 750)).toBe(250)
    expect(beyond(500, 500)).toBe(0)
    expect(beyond(-30, 500)).toBe(30)
    expect(beyond(1_300, -400)).toBe(500)
  })

  it('has the radius of a circle of its size', () => {
    const { radiusM } = beyondFence(l, { ...home, source: 'GPS' })
    expect(radiusM).toBeCloseTo(Math.sqrt(750_000 / Math.PI), 0)
  })

  it('is measured over the earth', () => {
    expect(distanceM(home, north(1_234))).toBeCloseTo(1_234, 6)
    expect(distanceM({ lat: 60, lng: 10 }, { lat: 60, lng: 11 })).toBeCloseTo(55_597, -1)
  })
})
