import { expect, it } from 'vitest'
import { aNotification } from '../../live/a-notification.ts'
import { stateOf } from './state.ts'

const noon = new Date('2026-03-01T12:00:00Z')
const after = (seconds: number) => new Date(noon.getTime() + seconds * 1_000)
const [sos, pulse] = [aNotification(), aNotification({ kind: 'HEART_RATE', alarmUuid: 'pulse' })]

it('puts off no cry for help, and nothing beside it', () => {
  expect(stateOf([sos], noon).maySnooze).toBe(false)
  expect(stateOf([pulse], noon).maySnooze).toBe(true)
  expect(stateOf([sos, pulse], noon).maySnooze).toBe(false)
})

it('lets the fall of an incident be called none for half a minute', () => {
  const fall = aNotification({ kind: 'FALL', createdAt: noon, alarmUuid: 'fall' })
  expect(stateOf([sos, fall], after(10)).cancellable).toBe('fall')
  expect(stateOf([sos, fall], after(31)).cancellable).toBeNull()
})

it('asks what it was where it holds a cry for help that is open', () => {
  const over = { active: false, acknowledged: true }
  expect(stateOf([pulse, sos], noon).needsCause).toBe(true)
  expect(stateOf([pulse, { ...sos, ...over }], noon).needsCause).toBe(false)
})

it('is over when all of it went by and somebody saw it', () => {
  const over = aNotification({ active: false, acknowledged: true })
  expect(stateOf([over], noon).isClosed).toBe(true)
  expect(stateOf([pulse, over], noon).isClosed).toBe(false)
  expect(stateOf([aNotification({ active: false })], noon).isClosed).toBe(false)
})
