import { metrics } from '@carewatch/contracts/metrics'
import { nothingDecoded } from '@carewatch/devices/codec'
import { describe, expect, it } from 'vitest'
import { createRepeats } from './repeats.ts'

const noon = Date.UTC(2026, 10, 21, 12)
const frame = (text: string) => Buffer.from(text)
const measured = { ...nothingDecoded(), readings: [{ metric: 1, time: noon, value: 72 }] }
const called = { ...measured, events: [{ type: 'SOS' as const, time: noon }] }
const worn = { ...nothingDecoded(), readings: [{ metric: metrics.wearing.id, time: noon, value: 0 }] }
const watch = { deviceId: 1, isProven: true }

describe('a frame that comes again', () => {
  it('has the moment of the first where that was not answered, however often the line is lost', () => {
    const repeats = createRepeats()
    const first = repeats.opened(watch, noon)
    for (const [index, text] of ['a', 'b', 'a'].entries()) first(frame(text), measured, noon + index)
    for (const opened of [60_000, 61_000]) {
      const line = repeats.opened(watch, noon + opened)
      const moments = ['heartbeat', 'a', 'b', 'a', 'a'].map(
        (text, index) => line(frame(text), measured, noon + opened + index).at - noon,
      )
      // The heartbeat of the line before was not answered either, nor what it brought beside them.
      expect(moments.slice(1, 4)).toEqual([0, 1, 2])
    }
  })

  it('is new where the first one was answered, or was answered meanwhile', () => {
    const repeats = createRepeats()
    const first = repeats.opened(watch, noon)
    first(frame('a'), measured, noon).answered()
    const late = first(frame('b'), measured, noon + 1)
    const second = repeats.opened(watch, noon + 10)
    expect(second(frame('a'), measured, noon + 11).at).toBe(noon + 11)
    expect(second(frame('b'), measured, noon + 12).at).toBe(noon + 1)
    late.answered()
    expect(repeats.opened(watch, noon + 20)(frame('b'), measured, noon + 21).at).toBe(noon + 21)
  })

  it('has the moment of the first where nobody knows its kind, too', () => {
    const repeats = createRepeats()
    const unknown = {
      ...nothingDecoded(),
      rejects: [{ reason: 'unknownMessage' as const, detail: 'upGait' }],
    }
    repeats.opened(watch, noon)(frame('a'), unknown, noon + 1)
    expect(repeats.opened(watch, noon + 10)(frame('a'), unknown, noon + 11).at).toBe(noon + 1)
    const broken = { ...nothingDecoded(), rejects: [{ reason: 'shape' as const, detail: 'a' }] }
    repeats.opened(watch, noon)(frame('b'), broken, noon + 1)
    expect(repeats.opened(watch, noon + 10)(frame('b'), broken, noon + 11).at).toBe(noon + 11)
  })

  it('is a measurement of its own on one line', () => {
    const line = createRepeats().opened(watch, noon)
    const moments = [1, 2, 3].map((after) => line(frame('a'), measured, noon + after).at)
    expect(moments).toEqual([noon + 1, noon + 2, noon + 3])
  })

  it.each([
    ['later than a line is lost', watch, noon + 130_000, 1],
    ['of another watch', { deviceId: 2, isProven: true }, noon + 1_000, 1],
    ['of who is not known to be it', { deviceId: 1, isProven: false }, noon + 1_000, 1],
    ['when the new line has stood a while', watch, noon + 1_000, 31_000],
  ])('is new %s', (_, whose, openedAt, after) => {
    const repeats = createRepeats()
    repeats.opened(watch, noon)(frame('a'), measured, noon + 1)
    const moment = openedAt + after
    expect(repeats.opened(whose, openedAt)(frame('a'), measured, moment).at).toBe(moment)
  })

  it.each([
    ['calls', called],
    ['says whether it is worn', worn],
  ])('that %s is never taken for an earlier one', (_, decoded) => {
    const repeats = createRepeats()
    repeats.opened(watch, noon)(frame('a'), decoded, noon + 1)
    expect(repeats.opened(watch, noon + 10)(frame('a'), decoded, noon + 11).at).toBe(noon + 11)
  })

  it('is remembered no longer than it may come again, a few of each watch, and none that was answered', () => {
    const repeats = createRepeats()
    const lines = Array.from({ length: 100 }, (_, id) => repeats.opened({ ...watch, deviceId: id }, noon))
    const moments = lines.map((line, id) => line(frame('a'), measured, noon + id))
    expect(repeats.size()).toBe(100)
    moments[0]?.answered()
    expect(repeats.size()).toBe(99)
    repeats.opened({ ...watch, deviceId: 200 }, noon)(frame('a'), measured, noon + 130_000)
    expect(repeats.size()).toBe(1)
    const many = repeats.opened(watch, noon + 131_000)
    for (let n = 0; n < 100; n++) many(frame(`${n}`), measured, noon + 131_000 + n)
    const next = repeats.opened(watch, noon + 132_000)
    expect(next(frame('36'), measured, noon + 132_001).at).toBe(noon + 131_036)
    expect(next(frame('35'), measured, noon + 132_002).at).toBe(noon + 132_002)
  })
})
