import { describe, expect, it } from 'vitest'
import { isNewPacket, isChange, type LastFact, type ReportedFact } from './fact-changes.ts'

const noon = Date.parse('2026-11-21T12:00:00Z')
const HALL = 1
const ROOM = 2
const reported = (values: Partial<ReportedFact> = {}): ReportedFact => ({
  value: true,
  time: noon,
  gatewayId: HALL,
  packetId: null,
  ...values,
})
const last = (values: Partial<LastFact> = {}): LastFact => ({ ...reported(), since: noon, ...values })

describe('a numbered packet', () => {
  it.each([
    ['the next', 8, 100, true],
    ['63 later', 70, 100, true],
    ['64 later: an old one', 71, 100, false],
    ['the same again', 7, 4_000, false],
    ['the one before', 6, 100, false],
    ['the same after more than four seconds', 7, 4_001, true],
    ['after 255 comes 0', 7 - 255, 100, true],
  ])('%s', (_, id, afterMs, isNew) =>
    expect(
      isNewPacket({ id: id < 0 ? 255 : 7, time: noon }, { id: Math.max(id, 0), time: noon + afterMs }),
    ).toBe(isNew),
  )
  it('is new when none came before', () => expect(isNewPacket(undefined, { id: 7, time: noon })).toBe(true))
})

describe('a door without packet numbers', () => {
  it('is news when it changes, and again after a while', () => {
    expect(isChange('door', undefined, reported())).toBe(true)
    expect(isChange('door', last(), reported({ time: noon + 1_000 }))).toBe(false)
    expect(isChange('door', last(), reported({ time: noon + 1_000, value: false }))).toBe(true)
    expect(isChange('door', last(), reported({ time: noon + 4_000 }))).toBe(true)
  })
  it('is no news through a second gateway, sooner or later', () => {
    expect(isChange('door', last(), reported({ gatewayId: ROOM }))).toBe(false)
    expect(isChange('door', last(), reported({ gatewayId: ROOM, time: noon + 300 }))).toBe(false)
    expect(isChange('door', last(), reported({ gatewayId: ROOM, time: noon - 300, value: false }))).toBe(
      false,
    )
  })
  it('does not go back to what a gateway with another clock heard before', () => {
    expect(isChange('door', last(), reported({ gatewayId: ROOM, time: noon + 900, value: false }))).toBe(
      false,
    )
    expect(isChange('door', last(), reported({ gatewayId: ROOM, time: noon + 2_500, value: false }))).toBe(
      true,
    )
  })
})

describe('a button', () => {
  it('is pressed once, however long and by however many it is told', () => {
    expect(
      isChange('button', last({ value: 'PRESS' }), reported({ value: 'PRESS', time: noon + 9_000 })),
    ).toBe(false)
    expect(
      isChange('button', last({ value: 'PRESS' }), reported({ value: 'PRESS', time: noon + 11_000 })),
    ).toBe(true)
    expect(
      isChange('button', last({ value: 'PRESS' }), reported({ value: 'LONG', time: noon + 1_000 })),
    ).toBe(true)
  })
  it('is pressed again with another packet, and not with the same', () => {
    const before = last({ value: 'PRESS', packetId: 7 })
    expect(isChange('button', before, reported({ value: 'PRESS', packetId: 8, time: noon + 500 }))).toBe(true)
    expect(isChange('button', before, reported({ value: 'PRESS', packetId: 7, time: noon + 12_000 }))).toBe(
      false,
    )
    expect(isChange('button', before, reported({ value: 'PRESS', packetId: 7, time: noon + 31_000 }))).toBe(
      true,
    )
  })
})

it('takes a newer packet from a gateway whose clock is behind', () => {
  const before = last({ packetId: 7, value: true })
  expect(
    isChange('water', before, reported({ packetId: 8, value: false, time: noon - 1_000, gatewayId: ROOM })),
  ).toBe(true)
  expect(
    isChange('water', before, reported({ packetId: 8, value: false, time: noon - 3_000, gatewayId: ROOM })),
  ).toBe(false)
})
