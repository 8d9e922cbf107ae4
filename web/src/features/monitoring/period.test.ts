import { expect, it } from 'vitest'
import { periodOf } from './period.ts'

const clock = { now: new Date('2026-11-26T09:30:00Z'), zone: 'Asia/Jerusalem' }
const iso = ({ from, to }: { from: Date; to: Date }) => [from.toISOString(), to.toISOString()]

it('shows as many hours until now', () => {
  expect(iso(periodOf('1d', 0, clock))).toEqual(['2026-11-25T09:30:00.000Z', '2026-11-26T09:30:00.000Z'])
})

it('goes one back from a day to yesterday, from midnight to midnight where the watch is worn', () => {
  expect(iso(periodOf('1d', 1, clock))).toEqual(['2026-11-24T22:00:00.000Z', '2026-11-25T21:59:59.999Z'])
})

it('leaves no hole between one week and the week before', () => {
  const [now, one, two] = [0, 1, 2].map((back) => periodOf('1w', back, clock))
  expect(one?.to.getTime()).toBeGreaterThanOrEqual(now?.from.getTime() ?? Infinity)
  expect((two?.to.getTime() ?? 0) + 1).toBe(one?.from.getTime())
})

it('goes back in halves of a day too', () => {
  expect(iso(periodOf('12h', 1, clock))).toEqual(['2026-11-25T09:30:00.000Z', '2026-11-25T21:30:00.000Z'])
})

it('has a day of 25 hours where the clocks are put back', () => {
  const { from, to } = periodOf('1d', 1, { now: new Date('2026-10-26T08:00:00Z'), zone: 'Asia/Jerusalem' })
  expect((to.getTime() + 1 - from.getTime()) / 3_600_000).toBe(25)
})
