import { expect, it } from 'vitest'
import { bodyOf, valuesOf } from './beacon-limits.ts'

it('an emptied field of a beacon takes its limit away', () => {
  const limits = {
    allowedTimes: [{ days: [1, 0], from: '08:00', to: '20:00' }],
    maxMinutes: 30,
    temperatureLow: null,
    temperatureHigh: 28,
    humidityLow: null,
    humidityHigh: null,
  }
  const values = valuesOf(limits)
  expect(values.temperatureLow).toBe('')
  expect(bodyOf('u', { ...values, maxMinutes: '' })).toEqual({
    uuid: 'u',
    ...limits,
    allowedTimes: [{ days: [0, 1], from: '08:00', to: '20:00' }],
    maxMinutes: null,
  })
})
