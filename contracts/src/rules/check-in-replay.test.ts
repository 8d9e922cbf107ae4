import { expect, it } from 'vitest'
import { replayCheckIns } from './check-in-replay.ts'

const HOUR = 3_600_000
const at = (day: number, hour: number) => (day * 24 + hour) * HOUR
const days = [1, 2, 3].map((day) => ({ midnight: at(day, 0), deadline: at(day, 10) }))
const found = (pressed: number[], bare: { from: number; to: number }[] = []) =>
  replayCheckIns({ days, pressed, bare }).map(({ openedAt, clearedAt }) => [
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
  expect(found(none, [{ from: at(1, 0), to: at(2, 9.5) }])).toEqual([[82, null]])
  expect(found(none, [{ from: at(2, 9), to: at(2, 11) }])).toEqual([
    [34, null],
    [82, null],
  ])
})
