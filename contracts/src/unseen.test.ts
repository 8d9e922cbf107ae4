import { expect, it } from 'vitest'
import { hasUnseen, withoutUnseen } from './unseen.ts'

it.each([
  ['Ruth\u202Ehtur', 'Ruthhtur'],
  ['\u2068Noa Levi\u2069 is on it', 'Noa Levi is on it'],
  ['a\u0007b\u009Fc\u2028d\uFEFFe', 'abcde'],
])('%j is more than what is read: %j', (text, read) => {
  expect([hasUnseen(text), withoutUnseen(text)]).toEqual([true, read])
})

it.each([
  ['two lines', 'first\r\nsecond\tthird'],
  ['Hebrew with its marks', 'רות\u200F כהן\u200E 201'],
  ['Arabic with its mark and joiners', 'مها\u061C\u200Cها\u200D'],
  ['emoji', '👩\u200D⚕️ 🏴'],
  ['diacritics', 'Žanete Ḥayyim é'],
])('%s is taken as it is', (_, text) => {
  expect([hasUnseen(text), withoutUnseen(text)]).toEqual([false, text])
})
