import { expect, it } from 'vitest'
import { detailText } from './detail-text.ts'

it.each([
  [null, ''],
  [{ fields: ['firstName', 'dob'] }, 'firstName, dob'],
  [{ isActive: false }, 'isActive: false'],
  [{ device: 'd1', contacts: 2 }, 'device: d1 · contacts: 2'],
  [{ fields: [] }, ''],
])('says of %j: %s', (detail, text) => {
  expect(detailText(detail)).toBe(text)
})
