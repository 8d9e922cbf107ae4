import { expect, it } from 'vitest'
import { replayCheckIns } from './check-in-replay.ts'

const HOUR = 3_600_000
const at = (day: number, hour: number) => (day * 24 + hour) * HOUR
const days = [1, 2, 3].map((day) => ({ midnight: at(day, 0), deadline: at(day, 10) }))
const always = [{ from: 0, to: Infinity }]
const found = (pressed: number[], worn: { from: number; to: number }[] = always) =>
  replayCheckIns({ days, pressed, worn }).map(({ openedAt, clearedAt }) => [
    openedAt / HOUR,
    clearedAt === null ? null : clearedAt / HOUR,
  ])

it('tells once of each day on which nobody said it in time, and when they said it after all', () => {
  expect(found([at(1, 9), at(2, 0), at(3, 10)])).toEqual([])
  // What was said the evening before is of the day before.
  expect(found([at(1, 9), at(1, 23), at(3, 9)])).toEqual([[58, null]])
  expect(found([at(1, 11), at(2, 9), at(3, 9)])).toEqual([[34, 35]])
})

it('tells of no day on which they wore nothing by then, nor of one on which they wore it since less than an hour', () => {
  const none: number[] = []
  expect(found(none, [{ from: at(2, 9.5), to: Infinity }])).toEqual([[82, null]])
  const gap = [
    { from: 0, to: at(2, 9) },
    { from: at(2, 11), to: Infinity },
  ]
  expect(found(none, gap)).toEqual([
    [34, null],
    [82, null],
  ])
})

it('tells of no day on which another watch took over within the hour, as the clock does', () => {
  const followed = [
    { from: 0, to: at(2, 9.5) },
    { from: at(2, 9.5), to: Infinity },
  ]
  expect(found([], followed)).toEqual([
    [34, null],
    [82, null],
  ])
  const beside = [
    { from: 0, to: Infinity },
    { from: at(3, 9.5), to: Infinity },
  ]
  expect(found([], beside)).toEqual([
    [34, null],
    [58, null],
  ])
})
