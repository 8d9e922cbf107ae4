import { describe, expect, it } from 'vitest'
import { FLAPPING, type Flaps, holdFlapping } from './flapping.ts'

const noon = Date.parse('2026-11-21T12:00:00Z')
const SECOND = 1_000
const MINUTE = 60 * SECOND
type SideChange = { change: 'trigger' | 'clear'; direction: 'HIGH' | 'LOW' }

/** The results of a rule at each second, and those that pass; `.` is nothing. */
function play(script: string, { stepMs = SECOND, given = {} as Flaps, from = noon, isLate = false } = {}) {
  let flaps = given
  const passed = script.split('').map((letter, index) => {
    const results: SideChange[] =
      letter === '.' ? [] : [{ change: letter === 't' ? 'trigger' : 'clear', direction: 'HIGH' }]
    const held = holdFlapping(flaps, results, { time: from + index * stepMs, isLate })
    flaps = JSON.parse(JSON.stringify(held.flaps)) as Flaps
    return held.results.map(({ change }) => change[0]).join('') || '.'
  })
  return { passed: passed.join(''), flaps }
}

describe('a sensor that flaps', () => {
  it('opens and clears as its rule says while that is seldom', () => {
    expect(play('tttc..tc').passed).toBe('tttc..tc')
    expect(play('tctctctctc', { stepMs: 8 * MINUTE }).passed).toBe('tctctctctc')
  })

  it('keeps its alarm open from the third opening in fifteen minutes', () => {
    expect(play('tctctctctctctc').passed).toBe('tctct.t.t.t.t.')
  })

  it('clears when all has been calm for five minutes, and not before', () => {
    const { flaps } = play('tctctc')
    const calm = (afterMs: number) => play('.', { given: flaps, from: noon + 5 * SECOND + afterMs }).passed
    expect([calm(FLAPPING.calmMs - 1), calm(FLAPPING.calmMs)]).toEqual(['.', 'c'])
    const again = play('t', { given: flaps, from: noon + 4 * MINUTE }).flaps
    expect(play('c', { given: again, from: noon + 6 * MINUTE }).passed).toBe('.')
  })

  it('is forgotten once it has been at rest for fifteen minutes', () => {
    const { flaps } = play('tctc')
    expect(flaps).not.toEqual({})
    expect(play('.', { given: flaps, from: noon + 16 * MINUTE }).flaps).toEqual({})
  })

  it('remembers nothing while nothing changes', () => {
    const { flaps } = play('t')
    const moment = { time: noon + MINUTE, isLate: false }
    expect(holdFlapping(flaps, [{ change: 'trigger', direction: 'HIGH' }], moment).flaps).toBe(flaps)
    expect(holdFlapping(flaps, [], moment).flaps).toBe(flaps)
  })

  it('is not what arrives late', () => {
    expect(play('ttt', { isLate: true })).toEqual({ passed: 'ttt', flaps: {} })
  })

  it('is each side for itself', () => {
    const { flaps } = play('tctct')
    const low = { change: 'trigger', direction: 'LOW' } as const
    const opened = holdFlapping(flaps, [low], { time: noon + MINUTE, isLate: false })
    const cleared = holdFlapping(opened.flaps, [{ ...low, change: 'clear' }], {
      time: noon + 2 * MINUTE,
      isLate: false,
    })
    expect(cleared.results).toEqual([{ change: 'clear', direction: 'LOW' }])
  })
})
