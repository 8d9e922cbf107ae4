import { expect, it } from 'vitest'
import { isSameSetting } from './same.ts'

it('does not mind in which order a watch tells a contact', () => {
  expect(isSameSetting([{ name: 'Ruth', number: '1' }], [{ number: '1', name: 'Ruth' }])).toBe(true)
})

it('sees a reminder that is missing on the watch', () => {
  expect(isSameSetting([{ hour: 8 }, { hour: 9 }], [{ hour: 8 }])).toBe(false)
})
