import { expect, it } from 'vitest'
import { KnownPassword, NewPassword } from './passwords.ts'

it.each([
  ['small letters alone', 'river'],
  ['figures alone', '83920174'],
  ['spaces, also at its ends', '  a river at noon  '],
  ['letters of any language', 'נהר בצהריים'],
  ['signs of any kind', '👩‍🦰<>"\'`;--%00'],
  ['64 characters', 'x'.repeat(64)],
  ['128 characters', 'x'.repeat(128)],
])('a password may be of %s, and stays as it was typed', (_, typed) => {
  expect(NewPassword.parse(typed)).toBe(typed)
  expect(KnownPassword.parse(typed)).toBe(typed)
})

it('a password is never cut: what is too long is refused', () => {
  expect(NewPassword.safeParse('x'.repeat(129)).success).toBe(false)
})
