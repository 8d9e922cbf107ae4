import { NO_BOUNDS } from '@carewatch/contracts/limits'
import { expect, it } from 'vitest'
import { updated } from './use-newest.ts'

const at = (minute: number, value: number) => ({ time: new Date(Date.UTC(2026, 10, 21, 12, minute)), value })
const loaded = {
  metric: 'heartRate' as const,
  latest: at(0, 70),
  isWorthless: false,
  maxToday: 80,
  maxWeek: 90,
  minWeek: 60,
  lastDay: [],
  limits: NO_BOUNDS,
}

it('what comes live from a watch on a table is not the pulse of anybody, nor its greatest', () => {
  const off = updated(loaded, at(10, 175), at(9, 0))
  expect(off).toMatchObject({ latest: { value: 175 }, isWorthless: true, maxToday: 80, maxWeek: 90 })
  expect(updated(off, at(20, 95), at(19, 1))).toMatchObject({
    latest: { value: 95 },
    isWorthless: false,
    maxToday: 95,
  })
})

it('what lay off the wrist as it was loaded says nothing of what comes live: many never say that they were put on', () => {
  const off = { ...loaded, isWorthless: true }
  expect(updated(off, null)).toEqual(off)
  expect(updated(off, at(0, 175))).toEqual(off)
  expect(updated(off, at(120, 150))).toMatchObject({
    latest: { value: 150 },
    isWorthless: false,
    maxToday: 150,
  })
})

it('a watch is believed for eight hours that it is off, and nothing of what it measured before', () => {
  expect(updated(loaded, at(60 * 8, 150), at(1, 0))).toMatchObject({ isWorthless: true, maxToday: 80 })
  expect(updated(loaded, at(60 * 8 + 1, 150), at(1, 0))).toMatchObject({ isWorthless: false, maxToday: 150 })
  expect(updated(loaded, at(10, 150), at(11, 0))).toMatchObject({ isWorthless: false })
})

it('steps are counted, not measured', () => {
  expect(updated({ ...loaded, metric: 'steps' }, at(10, 900), at(9, 0))).toMatchObject({
    isWorthless: false,
    maxToday: 900,
  })
})
