import { expect, it } from 'vitest'
import { compare, type Entry } from './history.ts'

const entry = (speed: number): Entry => ({ date: '2026-11-28', commit: 'abc1234', ratios: { speed } })
const lostAt = (speed: number, history: Entry[]) => compare({ speed }, history).map(({ isLost }) => isLost)

it('nothing is lost where nothing was measured before', () => {
  expect(compare({ speed: 9 }, [])).toEqual([{ name: 'speed', value: 9, usual: undefined, isLost: false }])
})

it('lost is what is worse than usual by more than noise', () => {
  const history = [2, 2.2, 1.9].map(entry)
  expect(lostAt(2.49, history)).toEqual([false])
  expect(lostAt(2.51, history)).toEqual([true])
  expect(lostAt(0.5, history)).toEqual([false])
})

it('usual is what the last five were, so that one bad run does not become it', () => {
  const history = [9, 9, 9, 2, 2, 5, 2, 2].map(entry)
  expect(compare({ speed: 2 }, history)[0]?.usual).toBe(2)
})
