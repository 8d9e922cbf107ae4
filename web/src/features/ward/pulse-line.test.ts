import { expect, it } from 'vitest'
import { pulsePath } from './pulse-line.ts'

const MINUTE = 60_000
const window = { from: 0, to: 360 * MINUTE }
const box = { width: 360, height: 24 }
const every = (minutes: number, count: number, from = 0): [number, number][] =>
  Array.from({ length: count }, (_, index) => [(from + index * minutes) * MINUTE, 70])

it('breaks where nothing was measured, and nowhere else', () => {
  const moves = (path: string) => path.match(/M/g)
  expect(moves(pulsePath(every(10, 30), window, box))).toHaveLength(1)
  expect(moves(pulsePath([...every(10, 6), ...every(10, 6, 200)], window, box))).toHaveLength(2)
  // A watch that measures each half hour has no gaps.
  expect(moves(pulsePath(every(30, 10), window, box))).toHaveLength(1)
})

it('stands where the time was, so that an old line does not reach to now', () => {
  expect(
    pulsePath(
      [
        [0, 70],
        [20 * MINUTE, 90],
      ],
      window,
      box,
    ),
  ).toBe('M0 22L20 2')
})
