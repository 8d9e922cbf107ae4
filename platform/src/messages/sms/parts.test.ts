import { describe, expect, it } from 'vitest'
import { partsOf } from './parts.ts'

describe('the parts of a text', () => {
  it.each([
    ['of the GSM alphabet', 'a'.repeat(160), { count: 1, isUnicode: false }],
    ['of the GSM alphabet, one letter more', 'a'.repeat(161), { count: 2, isUnicode: false }],
    ['of three full parts', 'a'.repeat(3 * 153), { count: 3, isUnicode: false }],
    ['with brackets, which count twice', '{'.repeat(81), { count: 2, isUnicode: false }],
    ['in Hebrew', 'א'.repeat(70), { count: 1, isUnicode: true }],
    ['in Hebrew, one letter more', 'א'.repeat(71), { count: 2, isUnicode: true }],
    ['in Arabic', 'ع'.repeat(67 * 2), { count: 2, isUnicode: true }],
    ['in Russian', 'Ж'.repeat(67 * 2 + 1), { count: 3, isUnicode: true }],
    ['with one emoji among Latin letters', `${'a'.repeat(68)}🚑`, { count: 1, isUnicode: true }],
  ])('%s', (_, text, parts) => {
    expect(partsOf(text)).toEqual(parts)
  })
})
