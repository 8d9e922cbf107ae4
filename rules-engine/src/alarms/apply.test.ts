import { expect, it } from 'vitest'
import { wavesOf } from './apply.ts'
import type { AlarmChange } from './change.ts'

const trigger = (deviceId: number, kind: 'SOS' | 'FALL' = 'SOS'): AlarmChange => ({
  change: 'trigger',
  deviceId,
  kind,
  direction: 'NONE',
  severity: 'CRITICAL',
  metric: null,
  value: null,
  isLate: false,
  at: new Date(0),
})
const clear = (deviceId: number): AlarmChange => ({
  change: 'clear',
  deviceId,
  kind: 'SPO2',
  direction: 'LOW',
  at: new Date(0),
})
const shape = (changes: readonly AlarmChange[]) =>
  wavesOf(changes).map((wave) =>
    Array.isArray(wave) ? wave.map(({ deviceId }) => deviceId) : `clear ${wave.deviceId}`,
  )

it('opens together what rings in a row, each of another watch', () => {
  expect(shape([trigger(1), trigger(2), trigger(3)])).toEqual([[1, 2, 3]])
})

it('opens no more together than a statement may wait for', () => {
  const sizes = shape(Array.from({ length: 70 }, (_, id) => trigger(id))).map((wave) => wave.length)
  expect(sizes).toEqual([32, 32, 6])
})

it('never takes two of one watch together, and keeps the order', () => {
  expect(shape([trigger(1), trigger(2), trigger(1, 'FALL'), trigger(2, 'FALL'), trigger(1)])).toEqual([
    [1, 2],
    [1, 2],
    [1],
  ])
})

it('ends what calmed down where it stands between the others', () => {
  expect(shape([trigger(1), clear(1), trigger(1), clear(2), clear(3), trigger(2)])).toEqual([
    [1],
    'clear 1',
    [1],
    'clear 2',
    'clear 3',
    [2],
  ])
})
