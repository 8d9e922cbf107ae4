import { defaultSettings } from '@carewatch/contracts/default-settings'
import type { WatchSettings } from '@carewatch/contracts/settings'
import { expect, it } from 'vitest'
import { rebased, settingChanges, valuesOf } from './values.ts'

const settings: WatchSettings = {
  ...defaultSettings,
  heartRateLow: 50,
  heartRateHigh: 120,
  reminders: [{ kind: 'WATER', hour: 8, minute: 0, days: [0, 1] }],
  autoTemperature: true,
}
const base = valuesOf(settings)

it('sends nothing that was not touched', () => {
  expect(settingChanges(base, base)).toEqual({})
})

it('sends an emptied limit as nothing, so that the usual one holds again', () => {
  expect(settingChanges(base, { ...base, heartRateHigh: '' })).toEqual({ heartRateHigh: null })
})

it('leaves the interval of a reminder out where it rings once', () => {
  const reminders = base.reminders.map((each) => ({ ...each, hour: 9 }))
  expect(settingChanges(base, { ...base, reminders })).toEqual({
    reminders: [{ kind: 'WATER', hour: 9, minute: 0, days: [0, 1] }],
  })
})

it('keeps what was typed when somebody else saved meanwhile, and takes over the rest of theirs', () => {
  const mine = { ...base, heartRateHigh: 110 }
  const theirs = { ...base, heartRateHigh: 130, spo2Low: 90 }
  expect(rebased(mine, base, theirs)).toMatchObject({ heartRateHigh: 110, spo2Low: 90 })
})
