import { describe, expect, it } from 'vitest'
import { AWAY_AFTER_MS } from '../../rooms.ts'
import { confidenceOf, decideRoom } from './decide-room.ts'
import { type GatewayPlacement, levelAfter } from './levels.ts'
import { nowhere, type Whereabouts } from './where.ts'

const noon = Date.parse('2026-11-21T12:00:00Z')
const CYCLE = 3_000
const gateway = (roomId: number | null, values: Partial<GatewayPlacement> = {}): GatewayPlacement => ({
  roomId,
  branchId: 1,
  offset: 0,
  reportsEveryMs: null,
  silentMs: 0,
  work: 'awake',
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
    for (const [gateway, dbm] of Object.entries(evaluated))
      levels.set(Number(gateway), { dbm, usual: dbm, time })
    state = decideRoom({ ...state, levels }, receivers, time)
    return state.roomId
  })
  return { rooms, state }
}

describe('the room of a beacon', () => {
  it('is the one that hears it best', () => {
    expect(decide([{ 1: -60, 2: -75 }]).state).toMatchObject({
      roomId: 101,
      since: noon,
      confidence: confidenceOf(15),
    })
  })
  it('changes when another is 4 dB stronger for six seconds, sooner when it is by more', () => {
    const [before, by4, by8] = [
      { 1: -60, 2: -70 },
      { 1: -66, 2: -62 },
      { 1: -66, 2: -58 },
    ]
    expect(decide([before, by4, by4, by4]).rooms).toEqual([101, 101, 101, 102])
    expect(decide([before, by8, by8]).rooms).toEqual([101, 101, 102])
    const by3 = { 1: -65, 2: -62 }
    expect(decide([before, ...Array.from({ length: 20 }, () => by3)]).rooms.at(-1)).toBe(101)
  })
  it('does not change when the lead was lost in between', () => {
    const ahead = { 1: -60, 2: -55 }
    expect(decide([{ 1: -60 }, ahead, ahead, { 1: -60, 2: -60 }, ahead, ahead]).rooms.at(-1)).toBe(101)
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
  it('keeps what its own room received for 15 seconds, and for as long as its gateway says nothing since', () => {
    const way = (count: number) => [{ 1: -60 }, ...Array.from({ length: count }, () => ({})), { 2: -90 }]
    expect(decide(way(4)).rooms.at(-1)).toBe(101)
    expect(decide(way(5)).rooms.at(-1)).toBe(102)
    const { state } = decide(way(4))
    const silentFor = (ms: number) => {
      const time = noon + 19_000
      const levels = new Map(state.levels).set(2, { dbm: -90, usual: -90, time })
      const silent = new Map([...gateways, [1, gateway(101, { silentMs: ms })]] as const)
      return decideRoom({ ...state, levels }, silent, time).roomId
    }
    expect(silentFor(3_000)).toBe(102)
    expect(silentFor(4_000)).toBe(101)
  })
  it('waits longer for a gateway that reports seldom', () => {
    const seldom = new Map([...gateways, [1, gateway(101, { reportsEveryMs: 30_000 })]] as const)
    const way = [{ 1: -60 }, ...Array.from({ length: 9 }, () => ({})), { 2: -90 }]
    expect(decide(way, nowhere(noon), seldom).rooms.at(-1)).toBe(101)
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
  const at = (work: GatewayPlacement['work'], ids: readonly number[] = [1]) =>
    new Map([...gateways].map(([id, one]) => [id, ids.includes(id) ? { ...one, work } : one] as const))
  const near = { 1: -60, 2: -70 }
  const times = (count: number, step: Record<number, number>) => Array.from({ length: count }, () => step)

  it('stays where it was while that is not certain, as sure as it was, and is then no guest of the neighbour but unknown', () => {
    const { state } = decide(times(20, near))
    const time = noon + 90_000
    const later = { ...state, levels: new Map(state.levels).set(2, { dbm: -70, usual: -70, time }) }
    expect(decideRoom(later, at('quiet'), time)).toMatchObject({
      roomId: 101,
      unknown: null,
      confidence: state.confidence,
    })
    const down = decideRoom(later, at('down'), time)
    expect(down).toMatchObject({ roomId: null, unknown: 'GATEWAY_DOWN', lastRoomId: 101, since: time })
  })
  it('goes on to another room while its gateway is quiet when that is stronger than its own was', () => {
    const { state } = decide(times(20, { 1: -70, 2: -75 }))
    const next = [2, 5, 8].reduce((one, second) => {
      const time = noon + 70_000 + second * 1_000
      const level = { dbm: -60, usual: -75, time }
      return decideRoom({ ...one, levels: new Map(one.levels).set(2, level) }, at('quiet'), time)
    }, state)
    expect(next).toMatchObject({ roomId: 102, unknown: null })
  })
  it('is unknown while the gateway is down where nobody else heard it, and away where those at work hear it no more', () => {
    const alone = decide(times(20, { 1: -60 })).state
    const still = decideRoom(
      decideRoom(alone, at('down'), noon + 60_000),
      at('down'),
      noon + 10 * AWAY_AFTER_MS,
    )
    expect(still).toMatchObject({ unknown: 'GATEWAY_DOWN', since: noon + 60_000, cameAt: noon })
    const both = decide(times(20, near)).state
    const level = { dbm: -70, usual: -70, time: noon + 61_000 }
    const seen = { ...both, levels: new Map(both.levels).set(2, level) }
    expect(decideRoom(seen, at('down'), level.time + AWAY_AFTER_MS)).toMatchObject({
      unknown: 'GATEWAY_DOWN',
    })
    const gone = decideRoom(seen, at('down'), level.time + AWAY_AFTER_MS + 1)
    expect(gone).toMatchObject({ roomId: null, unknown: null })
  })
  it('stays known where its own gateway is at work, and goes into no third room while the dead one may have it', () => {
    const { state } = decide(times(20, { 1: -64, 2: -60 }))
    expect(state.roomId).toBe(102)
    const known = decideRoom(state, at('down'), noon + 60_000)
    expect(known).toMatchObject({ roomId: 102, unknown: null })
    const third = new Map([...at('down'), [4, gateway(104)]] as const)
    const moved = (dbm: number) => {
      const time = noon + 63_000
      const levels = new Map(known.levels).set(4, { dbm, usual: dbm, time })
      return decideRoom({ ...known, levels: levels.set(2, { dbm: -90, usual: -62, time }) }, third, time)
    }
    expect(moved(-70)).toMatchObject({ roomId: null, unknown: 'GATEWAY_DOWN', lastRoomId: 101 })
    expect(moved(-50)).toMatchObject({ roomId: 104, unknown: null })
  })
  it('is known again when it is received elsewhere better than in its own room for long enough, in another house at once', () => {
    const { state } = decide(times(20, near))
    const down = decideRoom(state, at('down'), noon + 60_000)
    const next = (dbm: number, count: number, receivers = at('down')) => {
      let one: Whereabouts = down
      for (let step = 1; step <= count; step++) {
        const time = noon + 60_000 + step * CYCLE
        const levels = new Map(one.levels).set(2, { dbm, usual: -70, time })
        one = decideRoom({ ...one, levels }, receivers, time)
      }
      return one
    }
    expect(next(-58, 100)).toMatchObject({ roomId: null, unknown: 'GATEWAY_DOWN' })
    expect(next(-50, 5)).toMatchObject({ roomId: null, unknown: 'GATEWAY_DOWN' })
    expect(next(-50, 10)).toMatchObject({ roomId: 102, unknown: null })
    const elsewhere = new Map([...at('down'), [2, gateway(102, { branchId: 2 })]] as const)
    expect(next(-80, 1, elsewhere)).toMatchObject({ roomId: 102, unknown: null })
  })
  it('goes on with its stay when the gateway is back and hears it, and is waited for until it does', () => {
    const down = decideRoom(decide(times(20, near)).state, at('down'), noon + 90_000)
    const time = noon + 100_000
    const beside = { ...down, levels: new Map(down.levels).set(2, { dbm: -70, usual: -70, time }) }
    const waiting = decideRoom(beside, gateways, time)
    expect(waiting).toMatchObject({ roomId: null, unknown: 'GATEWAY_DOWN' })
    const back = { ...waiting, levels: new Map(waiting.levels).set(1, { dbm: -60, usual: -60, time }) }
    expect(decideRoom(back, gateways, time)).toMatchObject({ roomId: 101, unknown: null, cameAt: noon })
  })
  it('is away when the gateway is back and nobody hears it for as long as anybody else', () => {
    const down = decideRoom(decide(times(20, { 1: -60 })).state, at('down'), noon + 300_000)
    const until = noon + 300_000 + AWAY_AFTER_MS
    expect(decideRoom(down, gateways, until)).toMatchObject({ unknown: 'GATEWAY_DOWN' })
    expect(decideRoom(down, gateways, until + 1)).toMatchObject({ roomId: null, unknown: null })
  })
})

describe('how well a gateway hears it', () => {
  it('rises within four seconds and falls within ten, however often it is received, and begins anew after a silence', () => {
    const before = { dbm: -70, usual: -70, time: noon }
    const inOne = (dbm: number, ms: number) => levelAfter(before, { dbm, time: noon + ms }).dbm
    expect(inOne(-60, 4_000)).toBeCloseTo(-70 + 10 * (1 - 1 / Math.E))
    expect(inOne(-80, 10_000)).toBeCloseTo(-70 - 10 * (1 - 1 / Math.E))
    const half = levelAfter(before, { dbm: -60, time: noon + 2_000 })
    expect(levelAfter(half, { dbm: -60, time: noon + 4_000 }).dbm).toBeCloseTo(inOne(-60, 4_000))
    expect(inOne(-90, 16_000)).toBe(-90)
    expect(inOne(-90, -1_000)).toBe(-70)
  })
})
