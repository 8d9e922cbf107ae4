import { expect, it } from 'vitest'
import { strengthOf } from './strength.ts'

it.each([
  ['abc', 'tooShort'],
  ['1234', 'weak'],
  ['aaaaaaaaaaaaaaaa', 'weak'],
  ['abcdefghijkl', 'weak'],
  ['garden7', 'fair'],
  ['Garden-42x', 'good'],
  ['three cups of mint tea', 'strong'],
])('calls %s %s', (password, strength) => {
  expect(strengthOf(password)).toBe(strength)
})
