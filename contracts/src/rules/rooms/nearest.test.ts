import { describe, expect, it } from 'vitest'
import type { GatewayPlacement } from './levels.ts'
import { nearestAfter, nearestNowhere } from './nearest.ts'

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
/** At which second which gateway receives it how strongly. */
type Packet = readonly [second: number, gatewayId: number, dbm: number]
const stayAfter = (packets: readonly Packet[], receivers = gateways) =>
  packets.reduce(
    (nearest, [second, gatewayId, dbm]) =>
      nearestAfter(nearest, { gatewayId, dbm, time: second * 1_000 }, receivers),
    nearestNowhere,
  ).stay

describe('before whose gateway somebody is', () => {
  const inRoom: Packet[] = [
    [0, 1, -50],
    [4, 1, -52],
    [9, 1, -51],
  ]
  it('is known from its first packet to its last, as in the room or as through a wall', () => {
    expect(stayAfter(inRoom)).toEqual({ roomId: 101, isNear: true, since: 0, until: 9_000 })
    expect(stayAfter([[0, 1, -76]])).toMatchObject({ isNear: false })
    expect(stayAfter([...inRoom, [14, 1, -80], [18, 1, -50]])).toMatchObject({ since: 18_000 })
  })
  it('is another as soon as that receives it better, whatever was received before', () => {
    expect(stayAfter([...inRoom, [10, 2, -60]])).toMatchObject({ roomId: 101, until: 9_000 })
    expect(stayAfter([...inRoom, [10, 2, -40]])).toEqual({
      roomId: 102,
      isNear: true,
      since: 10_000,
      until: 10_000,
    })
    expect(stayAfter([...inRoom, [13, 1, -70], [14, 2, -60]])).toMatchObject({ roomId: 102 })
  })
  it('is not another by one weak packet among strong ones', () => {
    expect(
      stayAfter([
        [0, 2, -60],
        [1, 1, -48],
        [2, 1, -50],
        [3, 1, -66],
      ]),
    ).toMatchObject({ roomId: 101 })
  })
  it('begins anew after a silence of a quarter of a minute', () => {
    expect(stayAfter([...inRoom, [24, 1, -50]])).toMatchObject({ since: 0 })
    expect(stayAfter([...inRoom, [25, 1, -50]])).toMatchObject({ since: 25_000 })
  })
  it('counts the offset of a gateway and its interval, none without a room, and nothing that comes late', () => {
    const louder = new Map([...gateways, [2, gateway(102, { offset: 20 })]] as const)
    expect(stayAfter([...inRoom, [10, 2, -60]], louder)).toMatchObject({ roomId: 102 })
    expect(stayAfter([...inRoom, [10, 3, -20]])).toMatchObject({ roomId: 101, until: 9_000 })
    expect(stayAfter([...inRoom, [8, 1, -90]])).toMatchObject({ isNear: true, until: 9_000 })
    const seldom = new Map([...gateways, [1, gateway(101, { reportsEveryMs: 10_000 })]] as const)
    const later: Packet[] = [...inRoom, [20, 2, -60]]
    expect(stayAfter(later)).toMatchObject({ roomId: 102 })
    expect(stayAfter(later, seldom)).toMatchObject({ roomId: 101 })
  })
})
