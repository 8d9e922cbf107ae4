import { describe, expect, it } from 'vitest'
import { AWAY_AFTER_MS } from '../../rooms.ts'
import { decideRoom, type GatewayPlacement, levelAfter, nowhere, type Whereabouts } from './decide-room.ts'
import { measureDecision } from './measure-decision.ts'

const noon = Date.parse('2026-11-21T12:00:00Z')
const CYCLE = 3_000
const gateway = (roomId: number | null, values: Partial<GatewayPlacement> = {}): GatewayPlacement => ({
  roomId,
  offset: 0,
  reportsEveryMs: null,
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
  it('changes when another is 4 dB stronger in two decisions running', () => {
    const way = [
      { 1: -60, 2: -70 },
      { 1: -66, 2: -62 },
      { 1: -66, 2: -62 },
    ]
    expect(decide(way).rooms).toEqual([101, 101, 102])
    expect(decide([way[0] ?? {}, { 1: -65, 2: -62 }, { 1: -65, 2: -62 }, { 1: -65, 2: -62 }]).rooms).toEqual([
      101, 101, 101, 101,
    ])
  })
  it('does not change when the lead was lost in between', () => {
    expect(decide([{ 1: -60 }, { 2: -55 }, { 1: -60, 2: -60 }, { 2: -55 }]).rooms).toEqual([
      101, 101, 101, 101,
    ])
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

describe('how well a gateway hears it', () => {
  it('rises faster than it falls, and begins anew after a silence', () => {
    const before = { dbm: -70, time: noon }
    expect(levelAfter(before, { dbm: -60, time: noon + 1_000 }).dbm).toBe(-65)
    expect(levelAfter(before, { dbm: -80, time: noon + 1_000 }).dbm).toBe(-72)
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
