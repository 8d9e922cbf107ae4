import { expect, it } from 'vitest'
import { initialsOf } from './initials.ts'

it.each([
  ['Ruth Anna Cohen', 'RC'],
  ['Mum', 'M'],
  ['  רבקה  כהן ', 'רכ'],
  ['élodie d’Ormesson', 'ÉD'],
  ['👩‍🦰 Smith', '👩‍🦰S'],
  ['', ''],
])('the initials of "%s" are "%s"', (name, initials) => {
  expect(initialsOf(name)).toBe(initials)
})
