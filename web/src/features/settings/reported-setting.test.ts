import { expect, it } from 'vitest'
import { toldOf } from './reported-setting.ts'

it('finds a setting under its own name, and a limit as a side of its vital', () => {
  const reported = {
    gpsEnabled: true,
    heartRate: { low: 45, high: null },
    spo2Low: 90,
    fallDetection: { enabled: false, sensitivity: 'LOW' },
  }
  expect(toldOf(reported, 'gpsEnabled')).toBe(true)
  expect(toldOf(reported, 'heartRateLow')).toBe(45)
  expect(toldOf(reported, 'heartRateHigh')).toBeNull()
  expect(toldOf(reported, 'spo2Low')).toBe(90)
  expect(toldOf(reported, 'fallDetection')).toBe(false)
  expect(toldOf(reported, 'fallSensitivity')).toBe('LOW')
})

it('knows nothing of what the watch has not said', () => {
  expect(toldOf({ heartRate: {} }, 'spo2Low')).toBeUndefined()
  expect(toldOf(null, 'gpsEnabled')).toBeUndefined()
})
