import { limitSettings, type SettingName } from './settings.ts'

type Reported = Readonly<Record<string, unknown>>

/** Where our own topic writes what belongs together as one. */
const PARTS: Partial<Record<SettingName, readonly [string, string]>> = {
  fallDetection: ['fallDetection', 'enabled'],
  fallSensitivity: ['fallDetection', 'sensitivity'],
  calibrationSystolic: ['bloodPressureCalibration', 'systolic'],
  calibrationDiastolic: ['bloodPressureCalibration', 'diastolic'],
  ...Object.fromEntries(limitSettings.map(({ name, metric, bound }) => [name, [metric, bound]])),
}

const isRecord = (value: unknown): value is Reported =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** What a watch reported of one setting: under our name, or as a part of what belongs together. */
export function reportedSetting(reported: Reported | null, name: SettingName): unknown {
  if (!reported) return undefined
  const [whole, part] = PARTS[name] ?? []
  const parts = whole === undefined ? undefined : reported[whole]
  return isRecord(parts) && part !== undefined ? parts[part] : reported[name]
}

/** The same however the watch orders what it reports. */
export function isSameSetting(wanted: unknown, reported: unknown): boolean {
  if (Array.isArray(wanted) && Array.isArray(reported))
    return (
      wanted.length === reported.length && wanted.every((each, index) => isSameSetting(each, reported[index]))
    )
  if (isRecord(wanted) && isRecord(reported))
    return [...new Set([...Object.keys(wanted), ...Object.keys(reported)])].every((key) =>
      isSameSetting(wanted[key], reported[key]),
    )
  return wanted === reported
}
