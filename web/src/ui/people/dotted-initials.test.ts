import { expect, it } from 'vitest'
import { initials } from './initials.ts'

it('a name on the wall can be its first letters, in any script', () => {
  expect(initials('Miriam Levi')).toBe('M. L.')
  expect(initials(' רבקה  כהן ')).toBe('ר. כ.')
  expect(initials('👵🏽 Anna Maria Lisa')).toBe('👵🏽. A. M.')
})
