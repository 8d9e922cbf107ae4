import { describe, expect, it } from 'vitest'
import { AWAY_AFTER_MS } from '../../rooms.ts'
import { decideRoom, levelAfter } from './decide-room.ts'
import { measureDecision } from './measure-decision.ts'
import { type GatewayPlacement, nowhere, type Whereabouts } from './whereabouts.ts'

const noon = Date.parse('2026-11-21T12:00:00Z')
const CYCLE = 3_000
const gateway = (roomId: number | null, values: Partial<GatewayPlacement> = {}): GatewayPlacement => ({
  roomId,
  offset: 0,
  reportsEveryMs: null,
  lastMessageAt: null,
  state: 'up',
  ...values,
})
const gateways = new Map([
  [1, gateway(101)],
  [2, gateway(102)],
  [3, gateway(null)],
])

/** Each step is how strongly the gateways receive it in one decision's time; answers the rooms decided. */
function decide(steps: Record<number, number>[], from: Whereabouts = nowhere(noon), receivers = gateways) {
  let state = from
  const rooms = steps.map((evaluated, index) => {
    const time = noon + index * CYCLE
    const levels = new Map(state.levels)
    for (const [gateway, dbm] of Object.entries(evaluated)) levels.set(Number(gateway), { dbm, time })
    state = decideRoom({ ...state, levels }, receivers, time)
    return state.roomId
  })
  return { rooms, state }
}

describe('the room of a beacon', () => {
  it('is the one that hears it best', () => {
    expect(decide([{ 1: -60, 2: -75 }]).state).toMatchObject({ roomId: 101, since: noon, confidence: 0.75 })
  })
  it('changes when another is 4 dB stronger for six seconds', () => {
    const way = [
      { 1: -60, 2: -70 },
      { 1: -66, 2: -62 },
      { 1: -66, 2: -62 },
      { 1: -66, 2: -62 },
    ]
    expect(decide(way).rooms).toEqual([101, 101, 101, 102])
    const less = { 1: -65, 2: -62 }
    expect(decide([way[0] ?? {}, less, less, less, less]).rooms).toEqual([101, 101, 101, 101, 101])
  })
  it('does not change when the lead was lost in between', () => {
    const way = [{ 1: -60 }, { 2: -55 }, { 2: -55 }, { 1: -60, 2: -60 }, { 2: -55 }, { 2: -55 }]
    expect(decide(way).rooms).toEqual([101, 101, 101, 101, 101, 101])
  })
  it('changes at once when another is 12 dB stronger', () => {
    expect(
      decide([
        { 1: -60, 2: -70 },
        { 1: -72, 2: -60 },
      ]).rooms,
    ).toEqual([101, 102])
  })
  it('counts the offset of a gateway, and its best gateway', () => {
    const offset = new Map([...gateways, [2, gateway(102, { offset: 10 })], [4, gateway(101)]] as const)
    expect(decide([{ 1: -60, 2: -65 }], nowhere(noon), offset).rooms).toEqual([102])
    expect(decide([{ 1: -60, 2: -65, 4: -50 }], nowhere(noon), offset).rooms).toEqual([101])
  })
  it('is never that of a gateway without a room', () => {
    expect(decide([{ 3: -40 }, { 1: -80, 3: -40 }]).rooms).toEqual([null, 101])
  })
  it('does not hear what is older than fifteen seconds', () => {
    const way = [{ 1: -60 }, ...Array.from({ length: 5 }, () => ({})), { 2: -90 }]
    expect(decide(way).rooms.slice(-2)).toEqual([101, 102])
    expect(decide(way.toSpliced(5, 1)).rooms.at(-1)).toBe(101)
  })
  it('waits longer for a gateway that reports seldom', () => {
    const seldom = new Map([...gateways, [1, gateway(101, { reportsEveryMs: 30_000 })]] as const)
    const way = [{ 1: -60 }, ...Array.from({ length: 9 }, () => ({})), { 2: -90 }]
    expect(decide(way, nowhere(noon), seldom).rooms.at(-1)).toBe(101)
  })
})

describe('a stay', () => {
  const [here, there] = [
    { 1: -60, 2: -80 },
    { 1: -80, 2: -60 },
  ]
  const times = (count: number, step: Record<number, number>) => Array.from({ length: count }, () => step)
  const after = (stayed: number, away: number): Whereabouts =>
    decide([...times(stayed, here), ...times(away, there), here]).state

  it('goes on for whoever is soon back', () => {
    const state = after(10, 2)
    expect(state).toMatchObject({ roomId: 101, since: noon + 12 * CYCLE, stayedSince: noon })
    expect(state.left).toEqual([{ roomId: 102, stayedSince: noon + 10 * CYCLE, leftAt: noon + 12 * CYCLE }])
  })
  it('of whoever goes to and fro is none', () => {
    const minute = (step: Record<number, number>) => times(19, step)
    const { state } = decide([...minute(here), ...minute(there), ...minute(here), ...minute(there), here])
    expect(state).toMatchObject({ roomId: 101, stayedSince: noon + 76 * CYCLE })
  })
  it.each([
    // Ten minutes, and two away; an hour, and three away.
    { stayed: 200, away: 40 },
    { stayed: 1_200, away: 60 },
  ])('goes on over a longer break for whoever had stayed long: $stayed, $away away', ({ stayed, away }) => {
    expect(after(stayed, away)).toMatchObject({ roomId: 101, stayedSince: noon })
    expect(after(stayed, away + 1)).toMatchObject({ stayedSince: noon + (stayed + away + 1) * CYCLE })
  })
  it('goes on for whoever nobody received in between', () => {
    const { state } = decide([here])
    const gone = decideRoom(state, gateways, noon + AWAY_AFTER_MS + 1)
    const time = noon + AWAY_AFTER_MS + CYCLE
    const back = decideRoom({ ...gone, levels: new Map([[1, { dbm: -60, time }]]) }, gateways, time)
    expect(back).toMatchObject({ roomId: 101, since: time, stayedSince: noon })
  })
})

describe('a beacon that nobody hears', () => {
  it('is where it was for half a minute and a minute of grace, and then in no room', () => {
    const { state } = decide([{ 1: -60 }])
    expect(decideRoom(state, gateways, noon + AWAY_AFTER_MS).roomId).toBe(101)
    const gone = decideRoom(state, gateways, noon + AWAY_AFTER_MS + 1)
    expect(gone).toMatchObject({ roomId: null, since: noon + AWAY_AFTER_MS + 1 })
  })
})

describe('whose gateway is down', () => {
  const withState = (state: GatewayPlacement['state']) => new Map([...gateways, [1, gateway(101, { state })]])
  const later = (state: Whereabouts, seconds: number, levels: Record<number, number>) => {
    const time = noon + seconds * 1_000
    const next = new Map(state.levels)
    for (const [id, dbm] of Object.entries(levels)) next.set(Number(id), { dbm, time })
    return { state: { ...state, levels: next }, time }
  }
  const decideLater = (
    before: Whereabouts,
    seconds: number,
    { levels = {}, known = 'down' as GatewayPlacement['state'] } = {},
  ) => {
    const { state, time } = later(before, seconds, levels)
    return decideRoom(state, withState(known), time)
  }

  it('is held where it was while that is not known, and is unknown as soon as it is, never the neighbour’s guest', () => {
    const { state } = decide([{ 1: -60, 2: -75 }])
    const held = decideLater(state, 18, { levels: { 2: -65 }, known: 'quiet' })
    expect(held).toMatchObject({ roomId: 101, unknown: null, isClear: false, confidence: 0 })
    const unknown = decideLater(held, 33, { levels: { 2: -65 } })
    expect(unknown).toMatchObject({ roomId: null, unknown: 'GATEWAY_DOWN', lastRoomId: 101, confidence: 0 })
    // Also when nobody receives it, which is no sign of its being away.
    expect(decideLater(unknown, 600)).toMatchObject({ unknown: 'GATEWAY_DOWN', since: unknown.since })
  })
  const fellSilentAt = (at: number) =>
    new Map([...gateways, [1, gateway(101, { state: 'down', lastMessageAt: at })]])

  it('is where it is received, though that gateway received it long before, or long ago', () => {
    const { state } = decide([{ 1: -85, 2: -68 }])
    const at = (seconds: number, silentSince: number): Whereabouts => {
      const next = later(state, seconds, { 2: -68 })
      return decideRoom(next.state, fellSilentAt(noon + silentSince * 1_000), next.time)
    }
    expect(at(40, 10)).toMatchObject({ unknown: 'GATEWAY_DOWN' })
    // Last received by it a minute and more before it fell silent.
    expect(at(400, 300)).toMatchObject({ roomId: 102, unknown: null })
    // It fell silent more than half an hour ago.
    expect(at(2_400, 10)).toMatchObject({ roomId: 102, unknown: null })
  })
  it('is away where it was away before, and after a day in which nobody received it', () => {
    const { state } = decide([{ 1: -60 }])
    const away = decideRoom(state, gateways, noon + 200_000)
    expect(away).toMatchObject({ roomId: null, unknown: null, lastRoomId: 101 })
    expect(decideLater(away, 210)).toMatchObject({ roomId: null, unknown: null })
    const unknown = decideLater(state, 33)
    expect(decideLater(unknown, 86_000)).toMatchObject({ unknown: 'GATEWAY_DOWN' })
    expect(decideLater(unknown, 86_500)).toMatchObject({ roomId: null, unknown: null })
  })
  it('never left where it is found again, however long that was', () => {
    const { state } = decide([{ 1: -60 }])
    const unknown = decideLater(state, 33)
    const found = decideLater(unknown, 3_600, { levels: { 1: -60 }, known: 'up' })
    expect(found).toMatchObject({ roomId: 101, unknown: null, stayedSince: state.stayedSince })
    const elsewhere = decideLater(unknown, 3_600, { levels: { 2: -50 }, known: 'up' })
    expect(elsewhere).toMatchObject({ roomId: 102, stayedSince: noon + 3_600_000 })
  })
  it('is with another gateway that it is right beside for nine seconds', () => {
    const { state } = decide([{ 1: -60, 2: -75 }])
    let found = decideLater(state, 33)
    const rooms = [36, 39, 42, 45].map((at) => {
      found = decideLater(found, at, { levels: { 2: -50 } })
      return found.roomId
    })
    expect(rooms).toEqual([null, null, null, 102])
  })
  it('is there again when the gateway is back, or away when nobody receives it then', () => {
    const { state } = decide([{ 1: -60, 2: -75 }])
    const unknown = decideLater(state, 33)
    expect(decideLater(unknown, 60, { levels: { 1: -60 }, known: 'up' })).toMatchObject({
      roomId: 101,
      unknown: null,
    })
    expect(decideLater(unknown, 600, { known: 'up' })).toMatchObject({ roomId: null, unknown: null })
  })
  it('is where it is received well though a gateway next door is down, and unknown when it is received faintly', () => {
    const { state } = decide([{ 1: -80, 2: -55 }])
    expect(decideLater(state, 33, { levels: { 2: -55 } })).toMatchObject({ roomId: 102, unknown: null })
    expect(decideLater(state, 33, { levels: { 2: -70 } })).toMatchObject({ unknown: 'GATEWAY_DOWN' })
  })
  it('is of no matter to whom it never received', () => {
    const { state } = decide([{ 2: -70 }])
    expect(decideLater(state, 33, { levels: { 2: -75 } })).toMatchObject({ roomId: 102, unknown: null })
  })
})

describe('how well a gateway hears it', () => {
  it('rises faster than it falls, by the second however often it is received, and begins anew after a silence', () => {
    const before = { dbm: -70, time: noon }
    expect(levelAfter(before, { dbm: -60, time: noon + 4_000 }).dbm).toBeCloseTo(-60 - 10 / Math.E, 5)
    expect(levelAfter(before, { dbm: -80, time: noon + 10_000 }).dbm).toBeCloseTo(-80 + 10 / Math.E, 5)
    const [first, second] = [noon + 1_000, noon + 2_000]
    const often = levelAfter(levelAfter(before, { dbm: -60, time: first }), { dbm: -60, time: second })
    expect(often.dbm).toBeCloseTo(levelAfter(before, { dbm: -60, time: second }).dbm, 5)
    expect(levelAfter(before, { dbm: -90, time: noon + 16_000 }).dbm).toBe(-90)
    expect(levelAfter(before, { dbm: -90, time: noon - 1_000 })).toBe(before)
  })
})

/** A house with so many residents; `test:all` has the patience for more. */
const beacons = process.env.TEST_ALL === 'true' ? 12 : 4

describe('in a house of eight rooms with noise and fades', () => {
  it('is wrong at most one time in twenty, and changes at rest at most once an hour', () => {
    const { wrongShare, changesPerHour, decisions } = measureDecision({ beacons, seed: 1 })
    // oxlint-disable-next-line no-console -- the figures are what it is run for
    console.log(
      `room decision: wrong room ${(wrongShare * 100).toFixed(2)} % of the time, ${changesPerHour.toFixed(2)} spurious changes per hour at rest (${decisions} decisions)`,
    )
    expect(wrongShare).toBeLessThanOrEqual(0.05)
    expect(changesPerHour).toBeLessThanOrEqual(1)
  })
})
