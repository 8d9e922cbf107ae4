import { expect, it } from 'vitest'
import { countdown } from './countdown.ts'

const now = new Date('2026-11-25T23:59:30Z')
const after = (ms: number) => countdown(new Date(now.getTime() + ms), now)

it('counts down by the second, and says when it has come', () => {
  expect([after(43_000), after(60_000), after(59_001), after(605_000), after(3_661_000)]).toEqual([
    '0:43',
    '1:00',
    '1:00',
    '10:05',
    '1:01:01',
  ])
  expect([after(1), after(0), after(-5_000)]).toEqual(['0:01', null, null])
})
