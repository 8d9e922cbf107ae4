import { expect, it } from 'vitest'
import { isWorthALine, saidOf } from './fact-text.ts'

it('puts what a sensor said in words, whoever’s sensor it is', () => {
  expect(saidOf('door', true).id).toBe('rooms.doorOpen')
  expect(saidOf('door', 'closed').id).toBe('rooms.doorClosed')
  expect(saidOf('tamper', true).id).toBe('rooms.tampered')
  expect(saidOf('button', 'PRESS').id).toBe('rooms.button')
  expect(saidOf('rain', true).id).toBeNull()
})

it('shows a battery when it is low, and nothing that a nurse does not look for', () => {
  expect(isWorthALine('battery', 88)).toBe(false)
  expect(isWorthALine('battery', 20)).toBe(true)
  expect(isWorthALine('light', true)).toBe(false)
  expect(isWorthALine('water', false)).toBe(true)
})
