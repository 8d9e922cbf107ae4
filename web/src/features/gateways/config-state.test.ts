import { expect, it } from 'vitest'
import { configState } from './config-state.ts'

const noon = new Date('2026-03-01T12:00:00Z')
const later = new Date('2026-03-01T12:01:00Z')
const stateOf = (requestedAt: Date | null, reportedAt: Date | null, sentAt: Date | null = null) =>
  configState({ configState: { revision: 1, requestedAt, sentAt, reportedAt } })

it('a gateway has its configuration only when it said so itself, and after it was asked', () => {
  expect(stateOf(null, null)).toBe('never')
  expect(stateOf(noon, null)).toBe('waiting')
  expect(stateOf(later, noon)).toBe('waiting')
  expect(stateOf(noon, later)).toBe('applied')
})

it('one that never answers is known to have been sent it, no more', () => {
  expect(stateOf(noon, null, later)).toBe('sent')
  expect(stateOf(later, null, noon)).toBe('waiting')
  expect(stateOf(noon, later, later)).toBe('applied')
})
