import type { DeviceLocation } from '@carewatch/contracts/http/positions'
import { expect, it } from 'vitest'
import { pinState, worstOf } from './state.ts'

const now = new Date('2026-11-21T08:00:00Z')
const MINUTE = 60_000
const watch = (minutesOld: number, openAlarms = 0): DeviceLocation => ({
  deviceUuid: 'a',
  deviceIMEI: '1',
  deviceName: 'Mum',
  wearer: null,
  home: null,
  position: {
    time: new Date(now.getTime() - minutesOld * MINUTE),
    lat: 32,
    lng: 34,
    accuracy: 5,
    source: 'GPS',
  },
  expectedIntervalMs: 15 * MINUTE,
  openAlarms,
})

it.each([
  [29, 0, 'fresh'],
  [31, 0, 'stale'],
  [31, 1, 'alarm'],
  [1, 2, 'alarm'],
])('a position of %i minutes and %i open alarms is %s', (minutes, alarms, state) => {
  expect(pinState(watch(minutes, alarms), now)).toBe(state)
})

it('of many the gravest is shown', () => {
  expect(worstOf(['fresh', 'stale', 'fresh'])).toBe('stale')
  expect(worstOf(['fresh', 'alarm', 'stale'])).toBe('alarm')
  expect(worstOf([])).toBe('fresh')
})
