import { expect, it } from 'vitest'
import { createDaysAndNights } from './days-and-nights.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const spans = [0, 1].map((day) => ({
  from: day * 24 * HOUR,
  nightFrom: (day * 24 + 16) * HOUR,
  to: (day + 1) * 24 * HOUR,
}))
const each = (from: number, values: number[], add: (time: number, value: number) => void): void =>
  values.forEach((value, at) => add(from + at * 10 * MINUTE, value))

it('keeps days and the nights after them apart', () => {
  const sorted = createDaysAndNights(spans)
  each(0, [70, 70, 70, 70, 70], (time, value) => sorted.add(time, value, 'heartRate'))
  each(16 * HOUR, [60, 60, 60, 60, 60], (time, value) => sorted.add(time, value, 'heartRate'))
  each(40 * HOUR, [50, 50, 50, 50, 50], (time, value) => sorted.add(time, value, 'heartRate'))
  const of = (median: number) => ({ median, half: 0 })
  expect(sorted.days().get('heartRate')).toEqual([
    { day: of(70), night: of(60) },
    { day: null, night: of(50) },
  ])
})

it('counts nothing that was measured in motion, off the wrist, or on a cold skin', () => {
  const sorted = createDaysAndNights(spans)
  const pulse = (time: number): void => sorted.add(time, 120, 'heartRate')
  each(0, [1, 2, 3, 4, 5, 6], (time, count) => {
    sorted.add(time, count * 500, 'steps')
    if (count > 1) pulse(time)
  })
  sorted.note({ type: 'event', event: 'OFF_WRIST', time: 2 * HOUR })
  each(2 * HOUR, [1, 2, 3, 4, 5], pulse)
  sorted.note({ type: 'event', event: 'ON_WRIST', time: 3 * HOUR })
  each(4 * HOUR, [29, 29, 29, 29, 29], (time, value) => sorted.add(time, value, 'temperature'))
  expect(sorted.days()).toEqual(new Map())
})
