import { expect, it } from 'vitest'
import { textOf } from './text-of.ts'

it.each([
  ['IWAPZQ,1,2#', 'IWAPZQ,1,2#'],
  ['{"name":"Зоя"}\r\n', '{"name":"Зоя"}\r\n'],
  ['', null],
  ['\u0000\u0001\u0002', null],
  ['abc\u001Bdef', null],
  ['\u0085', null],
  // The next letters would be read from the right.
  ['a\u202Ebc', null],
  ['a\u2066bc', null],
])('%j is text as %j', (bytes, text) => {
  expect(textOf(Buffer.from(bytes))).toBe(text)
})

it('what is no text is none, and what was cut within a letter is what stands before it', () => {
  expect(textOf(Uint8Array.of(0xab, 0x10, 0x2c))).toBeNull()
  expect(textOf(Buffer.from('ab€').subarray(0, 4))).toBe('ab')
})
