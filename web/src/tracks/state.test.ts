import type { DeviceLocation } from '@carewatch/contracts/http/positions'
import { expect, it } from 'vitest'
import { aNotification } from '../live/a-notification.ts'
import { counted, pinState } from './state.ts'

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

// Of a server that does not say what is open, only how much.
it.each([
  [29, 0, 'fresh'],
  [31, 0, 'stale'],
  [31, 1, 'urgent'],
  [1, 2, 'urgent'],
])('a position of %i minutes and %i open alarms is %s', (minutes, alarms, state) => {
  expect(pinState(watch(minutes, alarms), now)).toBe(state)
})

it.each([
  [{ severity: 'HIGH' }, 'urgent'],
  [{ severity: 'LOW', kind: 'SOS' }, 'urgent'],
  [{ severity: 'MEDIUM' }, 'alarm'],
  [{ severity: 'CRITICAL', acknowledged: true }, 'alarm'],
  [{ severity: 'CRITICAL', isRehearsal: true }, 'alarm'],
  [{ severity: 'HIGH', snoozedUntil: new Date('2026-11-21T08:10:00Z') }, 'alarm'],
  [{ severity: 'HIGH', snoozedUntil: new Date('2026-11-21T07:50:00Z') }, 'urgent'],
] as const)('what is open, %j, makes it %s', (given, state) => {
  const alarm = aNotification({ kind: 'HEART_RATE', ...given })
  expect(pinState({ ...watch(1, 1), alarms: [alarm] }, now)).toBe(state)
})

it('of many it is counted how it is with each', () => {
  expect(counted(['fresh', 'stale', 'fresh', 'urgent'])).toEqual({ urgent: 1, alarm: 0, stale: 1, fresh: 2 })
})
