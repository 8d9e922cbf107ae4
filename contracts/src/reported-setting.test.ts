import { expect, it } from 'vitest'
import { isSameSetting, reportedSetting } from './reported-setting.ts'

it('finds a setting under its own name, and a limit as a side of its vital', () => {
  const reported = {
    gpsEnabled: true,
    heartRate: { low: 45, high: null },
    spo2Low: 90,
    fallDetection: { enabled: false, sensitivity: 'LOW' },
  }
  expect(reportedSetting(reported, 'gpsEnabled')).toBe(true)
  expect(reportedSetting(reported, 'heartRateLow')).toBe(45)
  expect(reportedSetting(reported, 'heartRateHigh')).toBeNull()
  expect(reportedSetting(reported, 'spo2Low')).toBe(90)
  expect(reportedSetting(reported, 'fallDetection')).toBe(false)
  expect(reportedSetting(reported, 'fallSensitivity')).toBe('LOW')
})

it('knows nothing of what the watch has not reported', () => {
  expect(reportedSetting({ heartRate: {} }, 'spo2Low')).toBeUndefined()
  expect(reportedSetting(null, 'gpsEnabled')).toBeUndefined()
})

it('does not mind in which order a watch tells a contact', () => {
  expect(isSameSetting([{ name: 'Ruth', number: '1' }], [{ number: '1', name: 'Ruth' }])).toBe(true)
})

it('sees a reminder that is missing on the watch', () => {
  expect(isSameSetting([{ hour: 8 }, { hour: 9 }], [{ hour: 8 }])).toBe(false)
})
