import type { DeviceLocation } from '@carewatch/contracts/http/positions'
import type { Notification } from '@carewatch/contracts/notifications'
import { expect, it } from 'vitest'
import { aNotification } from '../../live/a-notification.ts'
import { pinState } from '../../tracks/state.ts'
import { byNeed, withOpen } from './everyone.ts'

const now = new Date('2026-11-21T08:00:00Z')
const uuidOf = (of: number) => `0192f0a0-0000-7000-8000-${String(of).padStart(12, '0')}`
const watchOf = (of: number, given: Partial<DeviceLocation> = {}): DeviceLocation => ({
  deviceUuid: uuidOf(of),
  deviceIMEI: String(of),
  deviceName: `Watch ${of}`,
  wearer: {
    uuid: uuidOf(100 + of),
    name: `Person ${of}`,
    room: null,
    bed: null,
    imageUrl: null,
    status: 'ACTIVE',
  },
  home: null,
  position: { time: now, lat: 32, lng: 34, accuracy: 5, source: 'GPS' },
  expectedIntervalMs: 60_000,
  openAlarms: 0,
  alarms: [],
  ...given,
})
const alarmOf = (of: number, given: Partial<Notification> = {}) =>
  aNotification({
    uuid: uuidOf(900 + of),
    deviceUuid: uuidOf(of),
    wearerUuid: uuidOf(100 + of),
    kind: 'HEART_RATE',
    severity: 'HIGH',
    ...given,
  })
const ringing = (of: number, ...alarms: Notification[]) => watchOf(of, { alarms, openAlarms: alarms.length })
const names = (locations: readonly DeviceLocation[]) =>
  byNeed(locations, { now, collator: new Intl.Collator('en') }).map(({ wearer }) => wearer?.name)

it('who needs somebody stands first, as triage has it, and who is nowhere yet last', () => {
  const old = {
    time: new Date('2026-11-21T07:00:00Z'),
    lat: 32,
    lng: 34,
    accuracy: 5,
    source: 'GPS',
  } as const
  expect(
    names([
      watchOf(1, { position: null }),
      watchOf(2),
      watchOf(3, { position: old }),
      ringing(4, alarmOf(4, { acknowledged: true, severity: 'CRITICAL' })),
      ringing(5, alarmOf(5, { severity: 'MEDIUM' })),
      ringing(6, alarmOf(6, { kind: 'SOS', severity: 'CRITICAL' })),
      { ...ringing(7, alarmOf(7)), position: null },
    ]),
  ).toEqual(['Person 6', 'Person 7', 'Person 5', 'Person 4', 'Person 3', 'Person 2', 'Person 1'])
})

it('what came live is open, and what was answered and ended live is not', () => {
  const [first, second] = withOpen(
    [ringing(1, alarmOf(1, { version: 1 })), watchOf(2)],
    [alarmOf(1, { version: 2, acknowledged: true, active: false }), alarmOf(2)],
  )
  expect([first?.openAlarms, second?.openAlarms]).toEqual([0, 1])
})

it('what is open of a former wearer does not ring for the next', () => {
  const [watch] = withOpen([watchOf(1)], [alarmOf(1, { wearerUuid: uuidOf(777) })])
  expect(watch?.alarms).toEqual([])
})

it('who calls by a pendant that is nowhere calls at the place of their watch', () => {
  const [watch, other] = withOpen([watchOf(1), watchOf(2)], [alarmOf(1, { deviceUuid: uuidOf(555) })])
  expect(watch && pinState(watch, now)).toBe('urgent')
  expect(other && pinState(other, now)).toBe('fresh')
})

it('a watch that nobody wears calls by itself', () => {
  const [watch] = withOpen(
    [watchOf(1, { wearer: null })],
    [alarmOf(1, { wearerUuid: undefined, wearer: undefined })],
  )
  expect(watch?.openAlarms).toBe(1)
})

it('a server that says only how much is open is believed', () => {
  const old = watchOf(1, { alarms: undefined, openAlarms: 2 })
  expect(withOpen([old], [])).toEqual([old])
})
