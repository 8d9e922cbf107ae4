import { describe, expect, it } from 'vitest'
import { moved, partOf, scaled } from './span.ts'

const HOUR = 3_600_000
const at = (hours: number) => new Date(hours * HOUR)
const span = (from: number, to: number) => ({ from: at(from), to: at(to) })
const day = span(0, 24)

describe('looking at a part of a range', () => {
  it('stays inside of it', () => {
    expect(partOf(day, span(-3, 3))).toEqual(span(0, 6))
    expect(partOf(day, moved(span(20, 24), 0.5))).toEqual(span(20, 24))
  })

  it('never becomes so narrow that nothing is left to see', () => {
    const narrow = partOf(day, span(12, 12))
    expect(narrow).toEqual({ from: new Date(12 * HOUR - 300_000), to: new Date(12 * HOUR + 300_000) })
  })

  it('is the whole again when there is no more to see', () => {
    expect(partOf(day, span(-1, 30))).toBeNull()
  })

  it('goes nearer around the moment under the finger', () => {
    expect(scaled(day, at(6), 0.5)).toEqual(span(3, 15))
  })
})
