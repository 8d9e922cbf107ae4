import { expect, it } from 'vitest'
import { nameOf } from './receive.ts'

it.each([
  ['me.jpeg', 'image/jpeg', 'me.jpg'],
  ['../../etc/me.jpg', 'image/jpeg', 'me.jpg'],
  ['C:\\photos\\me.png', 'image/jpeg', 'me.jpg'],
  ['letter.pdf.exe', 'application/pdf', 'letter.pdf'],
  ['letter\u202Efdp.exe', 'application/pdf', 'letterfdp.pdf'],
  ['a letter of 3. May', 'application/pdf', 'a letter of 3. May.pdf'],
  ['.htaccess', 'application/msword', 'file.doc'],
  ['', 'image/png', 'file.png'],
  ['מכתב.doc', 'application/msword', 'מכתב.doc'],
  [`${'x'.repeat(300)}.png`, 'image/png', `${'x'.repeat(100)}.png`],
] as const)('%j, which is %s, is called %j', (sent, type, name) => {
  expect(nameOf(sent, type)).toBe(name)
})
