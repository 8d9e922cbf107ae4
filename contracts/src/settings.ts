import { z } from 'zod'
import { operationModes } from './freshness.ts'
import { requiredText } from './http/fields.ts'
import { metrics } from './metrics.ts'

const MINUTES = { min: 1, max: 1_440 }

/** What each number of the watch settings may be; the documentation shows this table. */
export const settingBounds = {
  locationIntervalMinutes: MINUTES,
  heartRateIntervalMinutes: MINUTES,
  bloodPressureIntervalMinutes: MINUTES,
  reminderIntervalMinutes: MINUTES,
  stepsTarget: { min: 1, max: 100_000 },
  heartRateLow: metrics.heartRate.range,
  heartRateHigh: metrics.heartRate.range,
  spo2Low: metrics.spo2.range,
  systolicLow: metrics.systolic.range,
  systolicHigh: metrics.systolic.range,
  diastolicLow: metrics.diastolic.range,
  diastolicHigh: metrics.diastolic.range,
  temperatureLow: metrics.temperature.range,
  temperatureHigh: metrics.temperature.range,
  calibrationSystolic: metrics.systolic.range,
  calibrationDiastolic: metrics.diastolic.range,
} as const
export const SOS_CONTACTS_MAX = 3
export const PHONEBOOK_MAX = 10
export const REMINDERS_MAX = 20

export const fallSensitivities = ['LOW', 'MEDIUM', 'HIGH'] as const
export const reminderKinds = ['MEDICINE', 'WATER', 'ACTIVITY'] as const

type Bounded = keyof typeof settingBounds
const whole = (name: Bounded) =>
  z
    .int()
    .min(settingBounds[name].min, { error: 'tooSmall' })
    .max(settingBounds[name].max, { error: 'tooLarge' })
const tenths = (name: Bounded) =>
  z
    .number()
    .min(settingBounds[name].min, { error: 'tooSmall' })
    .max(settingBounds[name].max, { error: 'tooLarge' })
    .multipleOf(0.1)

const Contact = z.strictObject({ name: requiredText(32), number: requiredText(40) })

export const Reminder = z.strictObject({
  kind: z.enum(reminderKinds),
  hour: z.int().min(0).max(23),
  minute: z.int().min(0).max(59),
  /** Of the week, Sunday is 0. */
  days: z
    .array(z.int().min(0).max(6))
    .min(1)
    .max(7)
    .refine((days) => new Set(days).size === days.length, { error: 'invalid' }),
  /** Again every so many minutes until the end of the day. */
  intervalMinutes: whole('reminderIntervalMinutes').optional(),
})

/** The watch settings (specification, point 3). `null`: the company's or the metric's usual one. */
export const WatchSettings = z
  .strictObject({
    operationMode: z.enum(operationModes),
    locationIntervalMinutes: whole('locationIntervalMinutes').nullable(),
    gpsEnabled: z.boolean(),
    sosContacts: z.array(Contact).max(SOS_CONTACTS_MAX, { error: 'tooMany' }),
    phonebook: z.array(Contact).max(PHONEBOOK_MAX, { error: 'tooMany' }),
    whitelistEnabled: z.boolean(),
    autoAnswer: z.boolean(),
    heartRateLow: whole('heartRateLow').nullable(),
    heartRateHigh: whole('heartRateHigh').nullable(),
    stepsTarget: whole('stepsTarget').nullable(),
    spo2Low: whole('spo2Low').nullable(),
    systolicLow: whole('systolicLow').nullable(),
    systolicHigh: whole('systolicHigh').nullable(),
    diastolicLow: whole('diastolicLow').nullable(),
    diastolicHigh: whole('diastolicHigh').nullable(),
    temperatureLow: tenths('temperatureLow').nullable(),
    temperatureHigh: tenths('temperatureHigh').nullable(),
    calibrationSystolic: whole('calibrationSystolic').nullable(),
    calibrationDiastolic: whole('calibrationDiastolic').nullable(),
    heartRateIntervalMinutes: whole('heartRateIntervalMinutes').nullable(),
    bloodPressureIntervalMinutes: whole('bloodPressureIntervalMinutes').nullable(),
    reminders: z.array(Reminder).max(REMINDERS_MAX, { error: 'tooMany' }),
    autoTemperature: z.boolean(),
    fallDetection: z.boolean(),
    fallSensitivity: z.enum(fallSensitivities),
  })
  .meta({ id: 'WatchSettings' })
export type WatchSettings = z.output<typeof WatchSettings>
/** Some of them: those that change. */
export type SettingChanges = { [Name in keyof WatchSettings]?: WatchSettings[Name] | undefined }
export type SettingName = keyof WatchSettings
export const settingNames = WatchSettings.keyof().options
