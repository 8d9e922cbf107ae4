import { createIntl } from 'react-intl'
import { expect, it } from 'vitest'
import { durationText, roughDuration } from './duration.ts'

const intl = createIntl({ locale: 'en' })

it.each([
  [30, '30 sec'],
  [90, '1 min 30 sec'],
  [3_600, '1 hr'],
  [3_630, '1 hr 30 sec'],
])('%d seconds are said to the second', (seconds, text) => {
  expect(durationText(intl, seconds)).toBe(text)
})

it.each([
  [0.2, '0 sec'],
  [41.6, '42 sec'],
  [200, '3 min 20 sec'],
  [7_523, '2 hr 5 min'],
  [180_000, '2 days 2 hr'],
])('%d seconds are about %s', (seconds, text) => {
  expect(roughDuration(intl, seconds)).toBe(text)
})
