import { expect, it } from 'vitest'
import { aNotification } from '../../live/a-notification.ts'
import { stateOf } from './state.ts'

const noon = new Date('2026-03-01T12:00:00Z')
const after = (seconds: number) => new Date(noon.getTime() + seconds * 1_000)

it('puts off no cry for help', () => {
  expect(stateOf(aNotification({ kind: 'SOS' }), noon).maySnooze).toBe(false)
  expect(stateOf(aNotification({ kind: 'HEART_RATE' }), noon).maySnooze).toBe(true)
})

it('lets a fall be called none for half a minute', () => {
  const fall = aNotification({ kind: 'FALL', createdAt: noon })
  expect(stateOf(fall, after(10)).mayCancel).toBe(true)
  expect(stateOf(fall, after(31)).mayCancel).toBe(false)
})

it('is over when it went by and somebody saw it', () => {
  expect(stateOf(aNotification({ active: false, acknowledged: true }), noon).isClosed).toBe(true)
  expect(stateOf(aNotification({ active: false }), noon).isClosed).toBe(false)
})
