import { expect, it } from 'vitest'
import { isWorthALine, factText } from './fact-text.ts'

it('gives what a sensor reported as a text, whoever’s sensor it is', () => {
  expect(factText('door', true).id).toBe('rooms.doorOpen')
  expect(factText('door', 'closed').id).toBe('rooms.doorClosed')
  expect(factText('tamper', true).id).toBe('rooms.tampered')
  expect(factText('button', 'PRESS').id).toBe('rooms.button')
  expect(factText('button3', 'LONG').id).toBe('rooms.button3')
  expect(factText('rain', true).id).toBeNull()
})

it('shows a battery when it is low, and nothing that a nurse does not look for', () => {
  expect(isWorthALine('battery', 88)).toBe(false)
  expect(isWorthALine('battery', 20)).toBe(true)
  expect(isWorthALine('light', true)).toBe(false)
  expect(isWorthALine('water', false)).toBe(true)
})
