import { nothingDecoded } from '@carewatch/devices/codec'
import { describe, expect, it } from 'vitest'
import { createRepeats } from './repeats.ts'

const noon = Date.UTC(2026, 10, 21, 12)
const frame = (text: string) => Buffer.from(text)
const measured = { ...nothingDecoded(), readings: [{ metric: 1, time: noon, value: 72 }] }
const called = { ...measured, events: [{ type: 'SOS' as const, time: noon }] }
const watch = { deviceId: 1, isProven: true }

describe('a frame that comes again', () => {
  it('has the moment of the first where the line was lost between them', () => {
    const repeats = createRepeats()
    const first = repeats.opened(watch, noon)
    expect(first(frame('a'), measured, noon + 1)).toBe(noon + 1)
    expect(first(frame('b'), measured, noon + 2)).toBe(noon + 2)
    const second = repeats.opened(watch, noon + 60_000)
    expect(second(frame('heartbeat'), measured, noon + 60_001)).toBe(noon + 60_001)
    expect(second(frame('a'), measured, noon + 60_002)).toBe(noon + 1)
    const third = repeats.opened(watch, noon + 61_000)
    expect(third(frame('b'), measured, noon + 61_001)).toBe(noon + 2)
  })

  it('is new when it stands behind what was said once more', () => {
    const repeats = createRepeats()
    const first = repeats.opened(watch, noon)
    for (const [at, text] of ['a', 'b', 'a', 'c'].entries()) first(frame(text), measured, noon + at)
    const second = repeats.opened(watch, noon + 10)
    const moments = ['a', 'c', 'b', 'a', 'c'].map((text, at) => second(frame(text), measured, noon + 11 + at))
    expect(moments).toEqual([noon + 2, noon + 3, noon + 13, noon + 14, noon + 15])
  })

  it('is a measurement of its own on one line, and the last is the one that is repeated', () => {
    const repeats = createRepeats()
    const first = repeats.opened(watch, noon)
    const moments = [1, 2, 3].map((after) => first(frame('a'), measured, noon + after))
    expect(moments).toEqual([noon + 1, noon + 2, noon + 3])
    const second = repeats.opened(watch, noon + 10)
    const again = [11, 12].map((after) => second(frame('a'), measured, noon + after))
    expect(again).toEqual([noon + 3, noon + 12])
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
    expect(repeats.opened(whose, openedAt)(frame('a'), measured, moment)).toBe(moment)
  })

  it('that calls is never taken for an earlier call', () => {
    const repeats = createRepeats()
    repeats.opened(watch, noon)(frame('a'), called, noon + 1)
    expect(repeats.opened(watch, noon + 10)(frame('a'), called, noon + 11)).toBe(noon + 11)
  })

  it('is remembered no longer than it may come again, and a few of each watch', () => {
    const repeats = createRepeats()
    for (let id = 0; id < 100; id++)
      repeats.opened({ ...watch, deviceId: id }, noon)(frame('a'), measured, noon + id)
    expect(repeats.size()).toBe(100)
    repeats.opened({ ...watch, deviceId: 200 }, noon)(frame('a'), measured, noon + 130_000)
    expect(repeats.size()).toBe(1)
    const many = repeats.opened(watch, noon)
    for (let n = 0; n < 100; n++) many(frame(`${n}`), measured, noon + n)
    const [older, kept] = [repeats.opened(watch, noon + 1_000), repeats.opened(watch, noon + 1_000)]
    expect(kept(frame('36'), measured, noon + 1_001)).toBe(noon + 36)
    expect(older(frame('35'), measured, noon + 1_002)).toBe(noon + 1_002)
  })
})
