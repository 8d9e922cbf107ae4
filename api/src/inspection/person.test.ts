import { expect, it } from 'vitest'
import { initialsOf } from './person.ts'

it.each([
  ['Ruth Cohen', 'R.C.'],
  ['ēriks  van der Berg', 'Ē.V.D.B.'],
  ['רות כהן', 'ר.כ.'],
  ['', ''],
])('%s is %s', (name, initials) => {
  expect(initialsOf(name)).toBe(initials)
})
