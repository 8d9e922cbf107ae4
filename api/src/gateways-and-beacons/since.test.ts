import { expect, it } from 'vitest'
import { past, recent } from './since.ts'

const noon = Date.UTC(2026, 10, 21, 12)
const hoursAgo = (hours: number) => new Date(noon - hours * 3_600_000)

it.each([
  [1, 1],
  [72, 72],
  [73, 72],
  [100_000, 72],
  [-1, 0],
])('interactions since %i hours ago reach back %i hours', (asked, reached) => {
  expect(recent(hoursAgo(asked), noon)).toEqual(hoursAgo(reached))
})

it('the log of room checks reaches back as far as asked, and not into the future', () => {
  expect(past(hoursAgo(1_000), noon)).toEqual(hoursAgo(1_000))
  expect(past(new Date(999_999_999_999_999), noon)).toEqual(new Date(noon))
})
