import type { BeaconLimits } from '@carewatch/contracts/rooms'
import { expect, it } from 'vitest'
import { bodyOf, valuesOf } from './beacon-limits.ts'

it('an emptied field of a beacon takes its limit away', () => {
  const limits: BeaconLimits = {
    allowedTimes: [{ days: [1, 0], from: '08:00', to: '20:00' }],
    maxMinutes: 30,
    temperatureLow: null,
    temperatureHigh: 28,
    humidityLow: null,
    humidityHigh: null,
    buttons: { button3: 'NOTHING' },
  }
  const values = valuesOf(limits)
  expect(values.buttons).toEqual({
    button: 'SOS',
    button2: 'SOS',
    button3: 'NOTHING',
    button4: 'SOS',
    button5: 'SOS',
    button6: 'SOS',
  })
  expect(values.temperatureLow).toBe('')
  expect(bodyOf('u', { ...values, maxMinutes: '' })).toEqual({
    uuid: 'u',
    ...limits,
    allowedTimes: [{ days: [0, 1], from: '08:00', to: '20:00' }],
    maxMinutes: null,
  })
})
