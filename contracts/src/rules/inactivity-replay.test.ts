import { expect, it } from 'vitest'
import { replayInactivity } from './inactivity-replay.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const at = (day: number, hour: number) => day * DAY + hour * HOUR
const days = [1, 2].map((day) => ({ from: at(day, 7), to: at(day, 22) }))
const found = (signs: number[], unknown: { from: number; to: number }[] = []) =>
  replayInactivity({ minutes: 240, days, signs, unknown }).map(({ openedAt, clearedAt }) => [
    openedAt / HOUR,
    clearedAt === null ? null : clearedAt / HOUR,
  ])

it('tells of each time nobody moved for so long by day, and from the morning anew', () => {
  const moving = [8, 11, 14, 17, 20].flatMap((hour) => [at(1, hour), at(2, hour)]).toSorted((a, b) => a - b)
  expect(found(moving)).toEqual([])
  expect(found([at(1, 9), at(1, 15), at(1, 18.5), at(2, 10), at(2, 13), at(2, 16), at(2, 19)])).toEqual([
    [24 + 13, 24 + 15],
  ])
  // One who moves no more is told of once.
  expect(found([at(1, 7)])).toEqual([[24 + 11, null]])
})

it('of a day around the clock, and a sign each half an hour for a fortnight, is done at once', () => {
  const around = Array.from({ length: 14 }, (_, day) => ({ from: at(day, 0), to: at(day, 24) - 60_000 }))
  const signs = Array.from({ length: 14 * 48 }, (_, index) => index * (HOUR / 2))
  expect(replayInactivity({ minutes: 60, days: around, signs, unknown: [] })).toEqual([])
})

it('tells of nothing while nothing is known, and counts from when it is again', () => {
  const signs = [at(1, 8), at(1, 20), at(2, 9), at(2, 12), at(2, 15), at(2, 18)]
  expect(found(signs)).toEqual([[24 + 12, 24 + 20]])
  expect(found(signs, [{ from: at(1, 11), to: at(1, 17) }])).toEqual([])
  expect(found(signs, [{ from: at(1, 8.5), to: at(1, 14) }])).toEqual([[24 + 18, 24 + 20]])
})
