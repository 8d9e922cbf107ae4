import { expect, it } from 'vitest'
import { bestLanguage } from './language.ts'

it('greets people in the language of their browser when it is one of ours', () => {
  expect(bestLanguage(['he-IL', 'en'])).toBe('iw')
  expect(bestLanguage(['lv'])).toBe('lv')
  expect(bestLanguage(['ja', 'de'])).toBe('en')
  expect(bestLanguage([])).toBe('en')
})
