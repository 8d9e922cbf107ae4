import { describe, expect, it } from 'vitest'
import { type Claimant, isActiveBesideNewer, newClaimant, overtake } from './claimant.ts'

const HOME = '203.0.113.0/24'
const MOBILE = '198.51.100.0/24'
const S = 1_000
const M = 60 * S

/** Two connections, and in seconds when each was heard; answers when it was first said that there are two. */
function noticedAt(
  networks: [string, string],
  opened: number,
  received: [0 | 1, number][],
): number | undefined {
  const older = newClaimant(1, networks[0], 0)
  const newer = newClaimant(1, networks[1], opened * S)
  overtake(older, newer, opened * S)
  const both: [Claimant, Claimant] = [older, newer]
  return received.find(([who, at]) => isActiveBesideNewer(both[who], at * S))?.[1]
}

describe('two connections that say they are one device', () => {
  it('are two where the older goes on beside one from elsewhere', () => {
    expect(
      noticedAt([HOME, MOBILE], 100, [
        [0, 300],
        [1, 310],
        [0, 600],
      ]),
    ).toBe(600)
  })
  it('are two also where the newer was there for a moment only', () => {
    expect(
      noticedAt([HOME, MOBILE], 100, [
        [1, 101],
        [0, 300],
        [0, 330],
        [0, 365],
      ]),
    ).toBe(365)
  })
  it('are two of one network where both go on', () => {
    expect(
      noticedAt([HOME, HOME], 100, [
        [0, 300],
        [1, 310],
        [0, 600],
      ]),
    ).toBe(600)
  })
  it('however often somebody comes anew', () => {
    const older = newClaimant(1, HOME, 0)
    const received = Array.from({ length: 20 }, (_, at) => {
      overtake(older, newClaimant(1, MOBILE, at * 30 * S), at * 30 * S)
      return isActiveBesideNewer(older, at * 30 * S + S)
    })
    expect(received.indexOf(true)).toBe(4)
  })
})

describe('one device is one', () => {
  it('that comes back after a dead connection, which is never heard again', () => {
    expect(
      noticedAt([HOME, HOME], 100, [
        [1, 101],
        [1, 400],
        [1, 900],
      ]),
    ).toBeUndefined()
  })
  it('that goes from Wi-Fi to mobile and lingers', () => {
    expect(
      noticedAt([HOME, MOBILE], 100, [
        [0, 105],
        [1, 110],
        [0, 128],
        [1, 200],
        [1, 900],
      ]),
    ).toBeUndefined()
  })
  it('whose old connection brings what was under way, in one burst, minutes later', () => {
    expect(
      noticedAt([MOBILE, HOME], 100, [
        [1, 101],
        [0, 800],
        [0, 800.1],
        [0, 803],
        [1, 810],
      ]),
    ).toBeUndefined()
  })
  it('that opens a second connection of its own for a moment and goes on with the first', () => {
    expect(
      noticedAt([HOME, HOME], 100, [
        [1, 101],
        [1, 102],
        [0, 300],
        [0, 600],
        [0, 900],
      ]),
    ).toBeUndefined()
  })
  it('that roams through five networks and leaves each', () => {
    const all = Array.from({ length: 5 }, (_, at) => newClaimant(1, `198.51.${at}.0/24`, at * 10 * M))
    const found = all.flatMap((one, at) => {
      for (const older of all.slice(0, at)) overtake(older, one, one.signedInAt)
      return [0, 3, 6, 9].map((minute) => isActiveBesideNewer(one, one.signedInAt + minute * M))
    })
    expect(found).not.toContain(true)
  })
})
