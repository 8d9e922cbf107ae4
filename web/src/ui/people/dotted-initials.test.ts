import { expect, it } from 'vitest'
import { dottedInitials } from './dotted-initials.ts'

it('a name on the wall can be its first letters, in any script', () => {
  expect(dottedInitials('Miriam Levi')).toBe('M. L.')
  expect(dottedInitials(' רבקה  כהן ')).toBe('ר. כ.')
  expect(dottedInitials('👵🏽 Anna Maria Lisa')).toBe('👵🏽. A. M.')
})
