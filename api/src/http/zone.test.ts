import { expect, it } from 'vitest'
import { knownZone } from './zone.ts'

it.each([
  ['Asia/Jerusalem', 'Asia/Jerusalem'],
  ['UTC', 'UTC'],
  ['Mars/Olympus', 'UTC'],
  ['', 'UTC'],
  ["'; drop table users", 'UTC'],
])('takes %j for %s', (timeZone, zone) => {
  expect(knownZone(timeZone)).toBe(zone)
})
