import { expect, it } from 'vitest'
import { isFight, remembered, type TakeOver } from './take-overs.ts'

const S = 1_000
const M = 60 * S
const HOME = '203.0.113.0/24'
const MOBILE = '198.51.100.0/24'

const run = (moments: [number, string][]): boolean[] => {
  let all: TakeOver[] = []
  return moments.slice(1).map(([at, to], index) => {
    all = remembered(all, { at, from: moments[index]?.[1] ?? '', to })
    return isFight(all)
  })
}
const toAndFro = (times: number, everyMs: number) =>
  Array.from({ length: times + 1 }, (_, n): [number, string] => [n * everyMs, n % 2 ? MOBILE : HOME])

it('two that throw each other out are two after a few times', () => {
  expect(run(toAndFro(8, 5 * S))).toEqual([false, false, false, false, false, true, true, true])
})
it('a watch at the edge of its Wi-Fi is one', () => {
  expect(run(toAndFro(40, 3 * M))).not.toContain(true)
})
it('a watch that comes back again and again from one network is one', () => {
  expect(run(Array.from({ length: 50 }, (_, n) => [n * S, HOME]))).not.toContain(true)
})
it('a watch that roams from one network to the next is one', () => {
  expect(run(Array.from({ length: 20 }, (_, n) => [n * 10 * S, `198.51.${n}.0/24`]))).not.toContain(true)
})
