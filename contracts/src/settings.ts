import { z } from 'zod'
import { operationModes } from './freshness.ts'
import { requiredText } from './http/fields.ts'
import { type LimitBound, limitBounds, type LimitMap } from './limits.ts'
import { type LimitedMetric, limitedMetrics, metric, type MetricName, metrics } from './metrics.ts'

const MINUTES = { min: 1, max: 1_440 }

type Limited<Name extends LimitedMetric> = (typeof metrics)[Name]
type BoundsOf<Name extends LimitedMetric> = Extract<
  keyof Limited<Name>['limits'] | (Limited<Name> extends { unset: infer Unset } ? keyof Unset : never),
  LimitBound
>
/** A limit as a setting of its own: `heartRateLow`. */
export type LimitSetting = { [Name in LimitedMetric]: `${Name}${Capitalize<BoundsOf<Name>>}` }[LimitedMetric]

const SUFFIX = { criticalLow: 'CriticalLow', low: 'Low', high: 'High', criticalHigh: 'CriticalHigh' } as const
/** Every limit that a watch may have of its own: each bound that its metric has. */
export const limitSettings = limitedMetrics.flatMap((of) =>
  limitBounds.flatMap((bound) =>
    // Safe: the same condition as the type's.
    bound in { ...metric(of).limits, ...metric(of).unset }
      ? [{ name: `${of}${SUFFIX[bound]}` as LimitSetting, metric: of, bound }]
      : [],
  ),
)

/** The name of the setting that keeps a bound of a metric. */
export const settingOf = (of: MetricName, bound: LimitBound): string => `${of}${SUFFIX[bound]}`

/** One value for each of them. */
export const eachLimit = <Value>(
  make: (of: (typeof limitSettings)[number]) => Value,
): Record<LimitSetting, Value> =>
  // Safe: every limit setting is in that list.
  Object.fromEntries(limitSettings.map((of) => [of.name, make(of)])) as Record<LimitSetting, Value>

/** What each number of the watch settings may be; the documentation shows this table. */
export const settingBounds = {
  locationIntervalMinutes: MINUTES,
  heartRateIntervalMinutes: MINUTES,
  bloodPressureIntervalMinutes: MINUTES,
  reminderIntervalMinutes: MINUTES,
  stepsTarget: { min: 1, max: 100_000 },
  ...eachLimit(({ metric: of }) => metrics[of].range),
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
const limit = ({ metric: of }: (typeof limitSettings)[number]) =>
  (metric(of).decimals === 0 ? z.int() : z.number().multipleOf(10 ** -metric(of).decimals))
    .min(metric(of).range.min, { error: 'tooSmall' })
    .max(metric(of).range.max, { error: 'tooLarge' })
    .nullable()

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
    ...eachLimit(limit),
    stepsTarget: whole('stepsTarget').nullable(),
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

type LimitChanges = { [Name in LimitSetting]?: number | null }
const isLimit = (name: string): boolean => limitSettings.some((one) => one.name === name)

/** Settings in two, limits and all that are none; what is undefined is in neither. */
export function withoutLimits<Settings extends SettingChanges>(settings: Settings) {
  const given = Object.entries(settings).filter(([, value]) => value !== undefined)
  const limits = Object.fromEntries(given.filter(([name]) => isLimit(name)))
  const others = Object.fromEntries(given.filter(([name]) => !isLimit(name)))
  // Safe: each name is in the one or in the other, with a value of its own type.
  return { limits, others } as { limits: LimitChanges; others: Omit<Settings, LimitSetting> }
}

/** The limits among settings, by metric; null is none. */
export function limitMapOf(settings: Readonly<Partial<Record<LimitSetting, number | null>>>): LimitMap {
  const limits: LimitMap = {}
  for (const { name, metric: of, bound } of limitSettings) {
    const value = settings[name]
    if (typeof value === 'number') limits[of] = { ...limits[of], [bound]: value }
  }
  return limits
}

/** Limits by metric as settings; null where there is none. */
export const limitSettingsOf = (limits: LimitMap): Record<LimitSetting, number | null> =>
  eachLimit(({ metric: of, bound }) => limits[of]?.[bound] ?? null)
