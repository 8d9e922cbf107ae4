import { expect, it } from 'vitest'
import { toldOf } from './told.ts'

it('finds a setting under its own name, and a limit as a side of its vital', () => {
  const reported = { gpsEnabled: true, heartRate: { low: 45, high: null } }
  expect(toldOf(reported, 'gpsEnabled')).toBe(true)
  expect(toldOf(reported, 'heartRateLow')).toBe(45)
  expect(toldOf(reported, 'heartRateHigh')).toBeNull()
})

it('knows nothing of what the watch has not said', () => {
  expect(toldOf({ heartRate: {} }, 'spo2Low')).toBeUndefined()
  expect(toldOf(null, 'gpsEnabled')).toBeUndefined()
})
