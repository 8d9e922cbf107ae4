import { describe, expect, it } from 'vitest'
import { nightsIn } from './nights.ts'
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

describe('the nights behind a graph', () => {
  it('are those that the range touches, each from ten to six', () => {
    const noon = new Date(2026, 2, 10, 12)
    const later = new Date(2026, 2, 12, 12)
    const nights = nightsIn({ from: noon, to: later })
    expect(nights.map(({ from, to }) => [from.getDate(), from.getHours(), to.getHours()])).toEqual([
      [10, 22, 6],
      [11, 22, 6],
    ])
  })

  it('include the one that is just ending', () => {
    expect(nightsIn({ from: new Date(2026, 2, 10, 5), to: new Date(2026, 2, 10, 12) })).toHaveLength(1)
  })
})
