import { describe, expect, it } from 'vitest'
import { evaluate, type Measures } from './evaluate.ts'

const well: Measures = {
  silentFor: 20,
  expectedEvery: 60,
  oldestPending: 1,
  oldestUnsent: null,
  deadChannels: [],
  disk: { freeShare: 0.5, freeBytes: 50e9 },
}
const wrong = (is: Partial<Measures>) =>
  evaluate({ ...well, ...is }).map(({ trouble, subject }) => trouble + subject)

describe('the watchdog', () => {
  it('finds nothing where all is well', () => {
    expect(evaluate(well)).toEqual([])
  })

  it.each([
    [{ silentFor: 300 }, []],
    [{ silentFor: 301 }, ['NOTHING_COMES']],
    // Four watches that speak each quarter of an hour: five minutes without a word are nothing.
    [{ silentFor: 1_300, expectedEvery: 900 }, []],
    [{ silentFor: 1_351, expectedEvery: 900 }, ['NOTHING_COMES']],
    [{ silentFor: 90_000, expectedEvery: null }, []],
    [{ silentFor: null }, []],
  ])('of %j says %j', (is, found) => {
    expect(wrong(is)).toEqual(found)
  })

  it.each([
    [{ oldestPending: 60 }, []],
    [{ oldestPending: 61 }, ['JUDGING_LAGS']],
    [{ oldestUnsent: 61 }, ['SENDING_LAGS']],
    [{ deadChannels: [{ channel: 'SMS', failingFor: 119 }] }, []],
    [{ deadChannels: [{ channel: 'SMS', failingFor: 121 }] }, ['CHANNEL_DEADSMS']],
  ])('of %j says %j', (is, found) => {
    expect(wrong(is)).toEqual(found)
  })

  it.each([
    [{ freeShare: 0.04, freeBytes: 5e9 }, ['DISK_FULL']],
    // A twentieth of a large disk is plenty.
    [{ freeShare: 0.04, freeBytes: 80e9 }, []],
    [{ freeShare: 0.3, freeBytes: 0.5e9 }, ['DISK_FULL']],
  ])('of a disk with %j free says %j', (disk, found) => {
    expect(wrong({ disk })).toEqual(found)
  })
})
