import { describe, expect, it } from 'vitest'
import { bodyOf, fromEarliest, isPlanned, momentsOf } from './when.ts'

const zone = 'Asia/Jerusalem'
const at = (text: string) => new Date(text)
const now = at('2026-11-21T10:00:00.500Z')

describe('from when until when', () => {
  it('is left out where nobody chose a time, and empty where they chose one and wrote none', () => {
    expect(bodyOf({ from: null, until: null }, zone)).toEqual({})
    expect(bodyOf({ from: '2026-11-21T12:00', until: '' }, zone)).toEqual({
      from: '2026-11-21T10:00:00.000Z',
      until: '',
    })
    expect(momentsOf({ from: null, until: '' }, zone)).toEqual({ from: undefined, until: undefined })
  })

  it('is planned where it begins in time to come', () => {
    expect(isPlanned({ from: undefined }, now)).toBe(false)
    expect(isPlanned({ from: at('2026-11-21T10:00:00Z') }, now)).toBe(false)
    expect(isPlanned({ from: at('2026-11-21T10:01:00Z') }, now)).toBe(true)
  })
})

it.each([
  ['the next full second', '2026-11-21T09:00:00.001Z', '2026-11-21T09:00:01.000Z'],
  ['itself where that is one', '2026-11-21T09:00:00.000Z', '2026-11-21T09:00:00.000Z'],
  ['itself where the next second has not come yet', '2026-11-21T10:00:00.100Z', '2026-11-21T10:00:00.100Z'],
  ['itself where it is planned', '2026-11-21T12:00:00.000Z', '2026-11-21T12:00:00.000Z'],
])('the earliest that is possible is %s', (_, earliest, taken) => {
  expect(fromEarliest(at(earliest), now)).toEqual(at(taken))
})

it('where nothing before now is possible it is now', () => {
  expect(fromEarliest(now, now)).toBeNull()
  expect(fromEarliest(at('2026-11-21T10:00:00.700Z'), now)).toBeNull()
})
