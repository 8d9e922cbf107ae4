import { limitSettingsOf, type WatchSettings } from './settings.ts'

/** The settings of a watch nobody has set up. */
export const defaultSettings: WatchSettings = {
  operationMode: 'NORMAL',
  locationIntervalMinutes: null,
  gpsEnabled: true,
  sosContacts: [],
  phonebook: [],
  whitelistEnabled: false,
  autoAnswer: false,
  ...limitSettingsOf({}),
  stepsTarget: null,
  calibrationSystolic: null,
  calibrationDiastolic: null,
  heartRateIntervalMinutes: null,
  bloodPressureIntervalMinutes: null,
  reminders: [],
  autoTemperature: false,
  fallDetection: true,
  fallSensitivity: 'MEDIUM',
}
