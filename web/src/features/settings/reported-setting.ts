import type { SettingName } from '@carewatch/contracts/settings'

type Reported = Readonly<Record<string, unknown>>

const SIDE = /^(.+)(Low|High)$/

/** Where our own topic writes what belongs together as one. */
const PARTS: Partial<Record<SettingName, readonly [string, string]>> = {
  fallDetection: ['fallDetection', 'enabled'],
  fallSensitivity: ['fallDetection', 'sensitivity'],
  calibrationSystolic: ['bloodPressureCalibration', 'systolic'],
  calibrationDiastolic: ['bloodPressureCalibration', 'diastolic'],
}

function placeOf(name: SettingName): readonly [string, string] | undefined {
  const [, vital, side] = SIDE.exec(name) ?? []
  return PARTS[name] ?? (vital && side ? [vital, side.toLowerCase()] : undefined)
}

const isRecord = (value: unknown): value is Reported => typeof value === 'object' && value !== null

/** What a watch reported of one setting: under our name, or as a part of what belongs together. */
export function reportedSetting(reported: Reported | null, name: SettingName): unknown {
  if (!reported) return undefined
  const [whole, part] = placeOf(name) ?? []
  const parts = whole === undefined ? undefined : reported[whole]
  return isRecord(parts) && part !== undefined ? parts[part] : reported[name]
}
